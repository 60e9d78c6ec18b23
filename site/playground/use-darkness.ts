/** Changes between dark and light. */
import { useEffect, useState } from 'preact/hooks';
import type { Gestures } from './gestures.tsx';

/** The name under which the documentation keeps the choice. */
const themeKey = 'vitepress-theme-appearance';

/** The choice of the reader, which the documentation shares, or else that of the system. */
function isDarkAtStart(): boolean {
  const chosen = localStorage.getItem(themeKey);
  return chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
}

export function useDarkness(gestures: Gestures | undefined): [boolean, () => void] {
  const [isDark, setDark] = useState(isDarkAtStart);
  useEffect(() => {
    document.documentElement.classList.toggle('dark', isDark);
    gestures?.playground.setDark(isDark);
  }, [isDark, gestures]);
  return [
    isDark,
    () => {
      localStorage.setItem(themeKey, isDark ? 'light' : 'dark');
      setDark(!isDark);
    },
  ];
}
