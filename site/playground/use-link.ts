/** Keeps what is shown in the address of the page. */
import { useEffect } from 'preact/hooks';
import type { Gestures } from './gestures.tsx';
import { writeFragment, type Tab } from './link-state.ts';

/** In ms; each change of the address costs a compression of all texts, and browsers allow only some in a minute. */
const linkPause = 500;

/** Keeps the address up to date, so that a reload or a copied address shows the same. */
export function useLink(gestures: Gestures | undefined, tab: Tab, from: string): void {
  useEffect(() => {
    if (!gestures) return undefined;
    const { playground } = gestures;
    let timer: number | undefined;
    const write = async (): Promise<void> => {
      const { files, active, version, view } = playground;
      const cursor = view.state.selection.main.head;
      const fragment = await writeFragment({ files, active, version, tab, from, cursor });
      history.replaceState(history.state, '', fragment.length > longestLink ? location.pathname : fragment);
    };
    const later = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void write(), linkPause);
    };
    later();
    const end = playground.onChange((kind) => kind !== 'server' && later());
    return () => {
      window.clearTimeout(timer);
      end();
    };
  }, [gestures, tab, from]);
}

/** In characters. Some browsers refuse longer addresses. */
const longestLink = 500_000;

export async function copyLink(say: (message: string) => void): Promise<void> {
  const { length } = location.href;
  if (location.hash === '') return say('These texts are too long for a link. Send the files instead.');
  const size = length > 8000 ? ` It has ${Math.round(length / 1000)},000 characters, which some programs cut.` : '';
  try {
    await navigator.clipboard.writeText(location.href);
    say(`The link is copied. It contains all texts.${size}`);
  } catch {
    say(`This browser does not allow copying. Copy the address of this page: it contains all texts.${size}`);
  }
}
