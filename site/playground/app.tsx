/** The page of the playground. */
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { choose, showMessage } from './dialogs.tsx';
import type { Example } from './examples.ts';
import { FileTabs } from './file-tabs.tsx';
import { offerActions, renameHere, type Gestures } from './gestures.tsx';
import { Keys } from './keys.tsx';
import { readFragment, type SharedState, type Tab } from './link-state.ts';
import { Problems } from './problems.tsx';
import { SidePanel } from './side-panel.tsx';
import { startGestures } from './start-gestures.ts';
import { useDarkness } from './use-darkness.ts';
import { useLink } from './use-link.ts';
import { newestVersion, versions } from './versions.ts';

export interface AppProps {
  readonly worker: Worker;
  /** Resolves if the worker cannot start, or ends. */
  readonly stopped: Promise<unknown>;
  readonly examples: readonly Example[];
  readonly start: SharedState;
  /** Said at the start; empty for nothing. */
  readonly remark: string;
}

export function App({ worker, stopped, examples, start, remark }: AppProps) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const editor = useRef<HTMLDivElement>(null);
  const [gestures, setGestures] = useState<Gestures | undefined>(undefined);
  const [tab, setTab] = useState<Tab>(start.tab);
  const [from, setFrom] = useState(start.from);
  const [isDark, toggleDark] = useDarkness(gestures);
  const [message, setMessage] = useState(remark);
  const dark = useRef(isDark);
  dark.current = isDark;

  useEffect(() => {
    if (!editor.current) return;
    const made = startGestures(editor.current, worker, { start, isDark: () => dark.current, say: setMessage });
    made.playground.onChange((kind) => kind !== 'cursor' && redraw(undefined));
    setGestures(made);
    void stopped.then(() => setMessage('The language server has stopped. Copy what you need, and reload the page.'));
    onRelease(() => setMessage('A new version of the playground is there. Reload the page to use it.'));
  }, []);
  const link = useLink(gestures, tab, from);
  useEffect(() => {
    if (!gestures || !link) return undefined;
    const restore = async (): Promise<void> => {
      link.forget();
      const fragment = location.hash;
      const wanted = await readFragment(fragment);
      // A second step, whose texts are shorter, may have been faster.
      if (location.hash !== fragment) return;
      if (wanted.kind !== 'state') return location.reload();
      const { state } = wanted;
      setTab(state.tab);
      setFrom(state.from);
      gestures.playground.setVersion(state.version);
      gestures.playground.open(state.files, state.active, state.cursor);
    };
    // A step back, or a link that is pasted into the address bar.
    const onStep = (): void => void restore();
    window.addEventListener('popstate', onStep);
    return () => window.removeEventListener('popstate', onStep);
  }, [gestures, link]);

  const openExample = async ({ playground }: Gestures): Promise<void> => {
    const index = await choose('Examples', examples);
    const example = examples[index ?? -1];
    if (!example) return;
    await link?.step(() => {
      setMessage('');
      setTab(example.tab);
      setFrom('');
      playground.open(example.files, example.files[0]?.name ?? '', cursorOf(example));
    });
  };
  return (
    <>
      <header class="top">
        <h1>
          <a href="../">Endpoints</a> playground
        </h1>
        <button type="button" disabled={!gestures} onClick={() => gestures && void openExample(gestures)}>
          Examples…
        </button>
        <label>
          Kubernetes{' '}
          <select
            value={gestures?.playground.version ?? start.version}
            onChange={({ currentTarget }) => gestures?.playground.setVersion(currentTarget.value)}
          >
            <option value="">default ({newestVersion})</option>
            {versions.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <span class="tools">
          <button type="button" disabled={!gestures} onClick={() => gestures && void offerActions(gestures)}>
            Actions
          </button>
          <button type="button" disabled={!gestures} onClick={() => gestures && void renameHere(gestures)}>
            Rename
          </button>
          <button type="button" disabled={!gestures} onClick={() => void link?.copy()}>
            Copy link
          </button>
          <button type="button" aria-pressed={isDark} onClick={toggleDark}>
            Dark
          </button>
          <button type="button" onClick={() => void showMessage('Keys', <Keys />)}>
            Keys
          </button>
        </span>
      </header>
      <div class={`message${message === '' ? ' none' : ''}`} role="status">
        {message}
        {message !== '' && (
          <button type="button" aria-label="Close the message" onClick={() => setMessage('')}>
            ×
          </button>
        )}
      </div>
      <main>
        <div class="left">
          {gestures && link && <FileTabs gestures={gestures} link={link} />}
          <div ref={editor} class="editor" />
          {gestures && <Problems gestures={gestures} />}
        </div>
        {gestures && (
          <SidePanel gestures={gestures} tab={tab} setTab={setTab} from={from} setFrom={setFrom} isDark={isDark} />
        )}
      </main>
      <footer>
        Nothing you write leaves this page: the server runs in your browser, and the link keeps the texts behind “#”.{' '}
        <a href="../licenses.txt">Licenses</a>
      </footer>
    </>
  );
}

export function cursorOf({ files, at }: Example): number {
  return at === '' ? 0 : Math.max(0, files[0]?.text.indexOf(at) ?? 0);
}

/** Runs when a newer playground has replaced the one that the browser keeps; not at the first visit. */
function onRelease(run: () => void): void {
  if (navigator.serviceWorker?.controller) navigator.serviceWorker.addEventListener('controllerchange', run);
}
