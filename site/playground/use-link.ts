/** Keeps what is shown in the address of the page, so that a reload, a step back or a copied address shows the same. */
import { useEffect, useMemo } from 'preact/hooks';
import { choose } from './dialogs.tsx';
import type { Gestures } from './gestures.tsx';
import { writeFragment, type Tab } from './link-state.ts';
import type { Playground } from './playground.ts';

/** In ms; each change of the address costs a compression of all texts, and browsers allow only some in a minute. */
const linkPause = 500;

/** In characters. Some browsers refuse longer addresses. */
const longestLink = 500_000;

/** In UTF-16 units: no compression makes an address of more. */
const longestTexts = 10_000_000;

const irreversible = 'These texts are too long to be brought back';

/** The part of the state that the page itself holds. */
type PageState = readonly [tab: Tab, from: string];

export class PageLink {
  readonly #playground: Playground;
  readonly #say: (message: string) => void;
  #page: PageState;
  #timer: number | undefined;
  #changes = 0;
  #hasUnwrittenText = false;
  /** True if the address cannot keep the texts. */
  isTooLong = false;

  constructor({ playground, say }: Gestures, page: PageState) {
    this.#playground = playground;
    this.#say = say;
    this.#page = page;
  }

  /** True if leaving the page would lose a text. */
  get isAtRisk(): boolean {
    return this.isTooLong || this.#hasUnwrittenText;
  }

  /** Writes the address after a pause. */
  update(page: PageState = this.#page, isText = false): void {
    this.#page = page;
    this.#changes++;
    if (isText) this.#hasUnwrittenText = true;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.write(), linkPause);
  }

  /** Writes the address now. */
  async write(): Promise<void> {
    window.clearTimeout(this.#timer);
    const own = this.#changes;
    const { files, active, version, view } = this.#playground;
    const [tab, from] = this.#page;
    const cursor = view.state.selection.main.head;
    const length = files.reduce((sum, { text }) => sum + text.length, 0);
    const fragment = length > longestTexts ? '' : await writeFragment({ files, active, version, tab, from, cursor });
    // A text that has changed meanwhile is written as well. A move of the cursor has a timer of its own.
    if (own !== this.#changes) return this.#hasUnwrittenText ? this.write() : undefined;
    const isTooLong = fragment === '' || fragment.length > longestLink;
    history.replaceState(history.state, '', isTooLong ? location.pathname : fragment);
    this.#hasUnwrittenText = false;
    if (isTooLong && !this.isTooLong)
      this.#say('These texts are too long for the address of the page. Reloading the page would lose them.');
    this.isTooLong = isTooLong;
  }

  /** Makes a change that removes texts: the browser's step back brings them again. Asks first where they are too long for that. */
  async step(change: () => void): Promise<void> {
    await this.write();
    if (!this.isTooLong) history.pushState(history.state, '');
    else if ((await choose(irreversible, [{ title: 'Continue without them' }])) === undefined) return;
    change();
    await this.write();
  }

  /** To be called when the address is that of another state: what is not written stays so. */
  forget(): void {
    window.clearTimeout(this.#timer);
    this.#changes++;
    this.#hasUnwrittenText = false;
  }

  async copy(): Promise<void> {
    await this.write();
    if (this.isTooLong) return this.#say('These texts are too long for a link. Send the files instead.');
    const { length } = location.href;
    const size = length > 8000 ? ` It has ${Math.round(length / 1000)},000 characters, which some programs cut.` : '';
    try {
      await navigator.clipboard.writeText(location.href);
      this.#say(`The link is copied. It contains all texts.${size}`);
    } catch {
      this.#say(`This browser does not allow copying. Copy the address of this page: it contains all texts.${size}`);
    }
  }
}

/** Undefined until the playground has started. */
export function useLink(gestures: Gestures | undefined, tab: Tab, from: string): PageLink | undefined {
  const link = useMemo(() => gestures && new PageLink(gestures, [tab, from]), [gestures]);
  useEffect(() => link?.update([tab, from]), [link, tab, from]);
  useEffect(() => {
    if (!link || !gestures) return undefined;
    const end = gestures.playground.onChange((kind) => kind !== 'server' && link.update(undefined, kind === 'text'));
    const warn = (event: Event): void => void (link.isAtRisk && event.preventDefault());
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      end();
    };
  }, [link, gestures]);
  return link;
}
