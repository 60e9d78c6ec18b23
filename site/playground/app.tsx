/** The page of the playground. */
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { showMessage } from './dialogs.tsx';
import type { Example } from './examples.ts';
import { FileTabs } from './file-tabs.tsx';
import { offerActions, renameHere, type Gestures } from './gestures.tsx';
import { Keys } from './keys.tsx';
import type { SharedState, Tab } from './link-state.ts';
import { Problems } from './problems.tsx';
import { SidePanel } from './side-panel.tsx';
import { startGestures } from './start-gestures.ts';
import { useDarkness } from './use-darkness.ts';
import { copyLink, useLink } from './use-link.ts';
import { versions } from './versions.ts';

export interface AppProps {
  readonly worker: Worker;
  readonly examples: readonly Example[];
  readonly start: SharedState;
  /** Said at the start; empty for nothing. */
  readonly remark: string;
}

export function App({ worker, examples, start, remark }: AppProps) {
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
    worker.addEventListener('error', () =>
      setMessage('The language server has stopped. Reload the page: its address keeps your texts.'),
    );
  }, []);
  useLink(gestures, tab, from);

  const open = (name: string): void => {
    const example = examples.find((each) => each.name === name);
    if (!example || !gestures) return;
    setMessage('');
    setTab(example.tab);
    setFrom('');
    gestures.playground.open(example.files, example.files[0]?.name ?? '', cursorOf(example));
  };
  return (
    <>
      <header class="top">
        <h1>
          <a href="../">Endpoints</a> playground
        </h1>
        <label>
          Example{' '}
          <select value="" onChange={({ currentTarget }) => open(currentTarget.value)}>
            <option value="">choose…</option>
            {examples.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Kubernetes{' '}
          <select
            value={gestures?.playground.version ?? start.version}
            onChange={({ currentTarget }) => gestures?.playground.setVersion(currentTarget.value)}
          >
            {versions.map((each) => (
              <option key={each} value={each} selected={each === (gestures?.playground.version ?? start.version)}>
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
          <button type="button" disabled={!gestures} onClick={() => void copyLink(setMessage)}>
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
          {gestures && <FileTabs gestures={gestures} />}
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
