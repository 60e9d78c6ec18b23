/** Changes between dark and light. */
import { useEffect, useState } from 'preact/hooks';
import type { Gestures } from './gestures.tsx';

/** The name under which the documentation keeps the choice. */
const themeKey = 'vitepress-theme-appearance';

/** The choice of the reader, which the documentation shares, or else that of the system. */
function isDarkAtStart(): boolean {
  const chosen = storage()?.getItem(themeKey);
  return chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
}

/** Undefined where the browser forbids the site to keep data. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
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
      storage()?.setItem(themeKey, isDark ? 'light' : 'dark');
      setDark(!isDark);
    },
  ];
}
