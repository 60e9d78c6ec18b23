/** The page of the playground. */
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { closeReferencePanel } from '@codemirror/lsp-client';
import type { KeyBinding } from '@codemirror/view';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { capture } from './convert-panel.tsx';
import { showMessage } from './dialogs.tsx';
import type { Example } from './examples.ts';
import { addFiles, FileTabs } from './file-tabs.tsx';
import { applyEdit, offerActions, renameHere, type Gestures } from './gestures.tsx';
import { writeFragment, type SharedState, type Tab } from './link-state.ts';
import { Playground } from './playground.ts';
import { Problems } from './problems.tsx';
import type { Answer } from './server-link.ts';
import { SidePanel } from './side-panel.tsx';
import { newestVersion, versions } from './versions.ts';

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
    receiveTexts(made);
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
          <SidePanel
            gestures={gestures}
            tab={tab}
            setTab={setTab}
            from={from}
            setFrom={setFrom}
            isDark={isDark}
          />
        )}
      </main>
      <footer>
        Nothing you write leaves this page: the server runs in your browser, and the link keeps the texts behind “#”.
      </footer>
    </>
  );
}

interface StartOptions {
  readonly start: SharedState;
  readonly isDark: () => boolean;
  readonly say: (message: string) => void;
}

function startGestures(parent: HTMLElement, worker: Worker, { start, isDark, say: show }: StartOptions): Gestures {
  // A preview of a conversion converts nothing, so what the server says of it is not said.
  const say = (message: string): void => void (capture.isOn || show(message));
  const page = (code: string): string => new URL(`../rules/${code}.html`, document.baseURI).href;
  const openPage = (code: string): void => {
    const guide = code === 'code-actions' ? new URL('../code-actions.html', document.baseURI).href : page(code);
    window.open(guide, '_blank', 'noopener');
  };
  const run = (gesture: (gestures: Gestures) => Promise<unknown>) => () => {
    void gesture(gestures);
    return true;
  };
  const keys: KeyBinding[] = [
    { key: 'Mod-.', run: run((own) => offerActions(own)), preventDefault: true },
    { key: 'F2', run: run(renameHere), preventDefault: true },
    { key: 'Escape', run: closeReferencePanel },
  ];
  const playground = new Playground(parent, {
    worker,
    version: start.version === '' ? newestVersion : start.version,
    isDark: isDark(),
    keys,
    rulePage: page('{code}').replace('%7Bcode%7D', '{code}'),
    say,
    answers: new Map<string, Answer>([
      [
        'workspace/applyEdit',
        async (params) => {
          const { edit, label = 'Apply the changes' } = params as { edit: WorkspaceEdit; label?: string };
          return { applied: !capture.take(edit) && (await applyEdit(gestures, edit, label)) };
        },
      ],
      ['window/showMessageRequest', () => (capture.isOn ? { title: 'Convert' } : null)],
    ]),
  });
  const gestures: Gestures = { playground, isDark, say, openPage };
  playground.open(start.files, start.active, start.cursor);
  return gestures;
}

export function cursorOf({ files, at }: Example): number {
  return at === '' ? 0 : Math.max(0, files[0]?.text.indexOf(at) ?? 0);
}

/** Files can be dropped anywhere, and texts pasted outside of the editor. */
function receiveTexts({ playground, say }: Gestures): void {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener(
    'drop',
    (event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      void addFiles(files, playground, say);
    },
    true,
  );
  document.addEventListener('paste', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('.cm-editor, input, dialog') !== null;
    const text = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
    if (isTyping || text === '') return;
    event.preventDefault();
    playground.add({ name: /^\s*[[{]/.test(text) ? 'pasted.json' : 'pasted.yaml', text });
  });
}

/** In ms; each change of the address costs a compression of all texts. */
const linkPause = 300;

/** Keeps the address up to date, so that a reload or a copied address shows the same. */
function useLink(gestures: Gestures | undefined, tab: Tab, from: string): void {
  useEffect(() => {
    if (!gestures) return undefined;
    const { playground } = gestures;
    let timer: number | undefined;
    const write = async (): Promise<void> => {
      const { files, active, version, view } = playground;
      const cursor = view.state.selection.main.head;
      const fragment = await writeFragment({ files, active, version, tab, from, cursor });
      history.replaceState(history.state, '', fragment);
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

async function copyLink(say: (message: string) => void): Promise<void> {
  const { length } = location.href;
  const size = length > 8000 ? ` It has ${Math.round(length / 1000)},000 characters, which some programs cut.` : '';
  try {
    await navigator.clipboard.writeText(location.href);
    say(`The link is copied. It contains all texts.${size}`);
  } catch {
    say(`This browser does not allow copying. Copy the address of this page: it contains all texts.${size}`);
  }
}

/** The name under which the documentation keeps the choice. */
const themeKey = 'vitepress-theme-appearance';

/** The choice of the reader, which the documentation shares, or else that of the system. */
export function isDarkAtStart(): boolean {
  const chosen = localStorage.getItem(themeKey);
  return chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
}

function useDarkness(gestures: Gestures | undefined): [boolean, () => void] {
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

function Keys() {
  const rows = [
    ['Ctrl+Space', 'completes'],
    ['Ctrl+. (⌘.)', 'lists what can be done: fixes, refactorings, conversion'],
    ['F2', 'renames the name or address at the cursor in all files'],
    ['F8', 'goes to the next problem'],
    ['F12, Shift+F12', 'goes to the definition, lists the references'],
    ['Shift+Alt+F', 'formats the file'],
    ['Ctrl+F (⌘F)', 'searches'],
    ['Escape, then Tab', 'leaves the editor'],
  ] as const;
  return (
    <table>
      <tbody>
        {rows.map(([key, does]) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
