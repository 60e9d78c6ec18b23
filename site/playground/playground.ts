/** The state of the playground: its files, its editor, the server, and what the server has found. */
import { historyField } from '@codemirror/commands';
import { setDiagnostics } from '@codemirror/lint';
import { LSPClient } from '@codemirror/lsp-client';
import { EditorState } from '@codemirror/state';
import { EditorView, type KeyBinding } from '@codemirror/view';
import type { Diagnostic, PublishDiagnosticsParams, Range } from 'vscode-languageserver-protocol';
import { capabilitiesWith } from './capabilities.ts';
import { styleNonce } from './editor-nonce.ts';
import { editorExtensions, languagePart, theme } from './editor.ts';
import { darkness } from './editor-theme.ts';
import { fileAnswers } from './file-answers.ts';
import { playgroundRoot, uriOf } from './file-uris.ts';
import { loadLanguage } from './languages.ts';
import type { SharedFile } from './link-state.ts';
import { EditedFile, EditedFiles } from './edited-files.ts';
import { offsetIn, outdatedEdit, positionIn, type PlannedEdit } from './planned-edit.ts';
import { serverLink, type Answer } from './server-link.ts';
import { errorWords, type CursorInFile } from './server-requests.ts';
import { shownFindings } from './shown-findings.ts';

export interface PlaygroundOptions {
  readonly worker: Worker;
  /** Empty for that of a settings file, or else the newest. */
  readonly version: string;
  readonly isDark: boolean;
  readonly keys: readonly KeyBinding[];
  /** Links to the pages of rules: `https://…/rules/{code}.html`. */
  readonly rulePage: string;
  /** Answers to requests of the server, by method. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Says something to the reader. */
  readonly say: (message: string) => void;
}

/** `text`: the text or the files have changed; `cursor`: only the place in them; `server`: what the server knows. */
export type ChangeKind = 'text' | 'cursor' | 'server';

export class Playground {
  readonly client: LSPClient;
  readonly view: EditorView;
  readonly findings = new Map<string, readonly Diagnostic[]>();
  /** True once the server can be asked. */
  isReady = false;
  /** True once the server has sent the findings of a file. */
  hasAnswered = false;
  version: string;
  #isDark: boolean;
  readonly #options: PlaygroundOptions;
  readonly #files: EditedFiles;
  readonly #listeners = new Set<(kind: ChangeKind) => void>();
  #active: EditedFile | undefined;

  constructor(parent: HTMLElement, options: PlaygroundOptions) {
    this.#options = options;
    this.#isDark = options.isDark;
    this.version = options.version;
    let files: EditedFiles | undefined;
    this.client = new LSPClient({
      timeout: 60_000,
      workspace: (client) => (files = new EditedFiles(client)),
      notificationHandlers: {
        'textDocument/publishDiagnostics': (_client, params: PublishDiagnosticsParams) => this.#receive(params),
        'endpoints/didChangePicture': () => {
          this.#tell('server');
          return true;
        },
        'window/showMessage': (_client, { message }: { message: string }) => {
          options.say(message);
          return true;
        },
      },
    });
    if (!files) throw new Error('The client has made no workspace.');
    this.#files = files;
    this.#files.show = (file) => this.show(file.name);
    this.view = new EditorView({
      parent,
      extensions: EditorView.cspNonce.of(styleNonce),
      dispatchTransactions: (all, view) => this.#dispatch(all, view),
    });
    this.client.connect(
      serverLink(
        options.worker,
        {
          capabilities: capabilitiesWith(options.rulePage),
          workspaceFolders: [{ uri: playgroundRoot, name: 'playground' }],
          initializationOptions: settingsWith(options.version),
        },
        new Map([...fileAnswers(() => this.#files.files), ...options.answers]),
      ),
    );
    this.client.initializing.then(
      () => {
        this.isReady = true;
        this.#tell('server');
      },
      (error: unknown) => options.say(`The language server has not started: ${errorWords(error)}`),
    );
  }

  /** Returns what ends the subscription. */
  onChange(listener: (kind: ChangeKind) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get files(): readonly SharedFile[] {
    return this.#files.files.map(({ name, current }) => ({ name, text: current.doc.toString() }));
  }

  get names(): readonly string[] {
    return this.#files.files.map(({ name }) => name);
  }

  /** The name of the file in the editor. */
  get active(): string {
    return this.#active?.name ?? '';
  }

  get place(): CursorInFile {
    const { doc, selection } = this.view.state;
    return { uri: uriOf(this.active), position: positionIn(doc, selection.main.head) };
  }

  fileOf(uri: string): EditedFile | null {
    return this.#files.getFile(uri);
  }

  nameOf(uri: string): string {
    return this.#files.getFile(uri)?.name ?? decodeURIComponent(uri.slice(playgroundRoot.length + 1));
  }

  /** Replaces all files. */
  open(files: readonly SharedFile[], active: string, cursor = 0): void {
    this.#park();
    for (const file of this.#files.files) this.#files.remove(file);
    this.findings.clear();
    for (const { name, text } of files) this.#files.add(this.#make(name, text));
    this.show(active, cursor);
  }

  /** Adds a file and shows it. A name that exists gets a number: `db.yaml`, `db-2.yaml`. */
  add({ name, text }: SharedFile): void {
    const names = new Set(this.names);
    const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
    let free = name;
    for (let i = 2; names.has(free); i++) free = `${stem}-${i}${ending}`;
    this.#files.add(this.#make(free, text));
    this.show(free);
  }

  remove(name: string): void {
    const file = this.#files.getFile(uriOf(name));
    if (!file || this.names.length === 1) return;
    const index = this.names.indexOf(name);
    if (file === this.#active) this.show(this.names[index === 0 ? 1 : index - 1] ?? '');
    this.#files.remove(file);
    this.findings.delete(file.uri);
    this.#tell('text');
  }

  /** Gives a file another name, and shows it. False for a name that another file has. */
  rename(name: string, newName: string): boolean {
    const old = this.#files.getFile(uriOf(name));
    if (!old || name === newName) return true;
    if (this.names.includes(newName)) return false;
    const file = this.#make(newName, old.current);
    if (old === this.#active) this.#park();
    this.findings.delete(old.uri);
    this.#files.replace(old, file);
    this.show(newName);
    return true;
  }

  /** Brings a file into the editor. */
  show(name: string, cursor?: number): EditorView | null {
    const file = this.#files.getFile(uriOf(name));
    if (!file) return null;
    if (file !== this.#active) {
      this.#park();
      this.#active = file;
      this.view.setState(file.state);
      this.view.dispatch({ effects: theme.reconfigure(darkness(this.#isDark)) });
      this.#draw(file);
    }
    if (cursor !== undefined) {
      const anchor = Math.min(cursor, this.view.state.doc.length);
      // On a phone, the page would scroll, too.
      const isVisible = this.view.state.doc.lineAt(anchor).number < 10;
      const effects = isVisible ? [] : [EditorView.scrollIntoView(anchor, { y: 'center' })];
      this.view.dispatch({ selection: { anchor }, effects });
    }
    this.#tell('text');
    return this.view;
  }

  /** Shows a place of a file, and puts the focus there. */
  reveal(uri: string, { start, end }: Range): void {
    const view = this.show(this.nameOf(uri));
    if (!view) return;
    const { doc } = view.state;
    const [anchor, head] = [offsetIn(doc, start), offsetIn(doc, end)];
    view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    view.focus();
  }

  /** Throws if a text has changed since the edit was planned. */
  apply({ files }: PlannedEdit): void {
    if (files.some(({ uri, before }) => this.#files.getFile(uri)?.current.doc !== before)) throw outdatedEdit();
    for (const { uri, before, changes } of files) {
      if (before) this.#files.updateFile(uri, { changes: [...changes], userEvent: 'input.edit' });
      else this.#files.add(this.#make(this.nameOf(uri), changes.map(({ insert }) => insert).join('')));
    }
    this.client.sync();
    this.#tell('text');
  }

  setVersion(version: string): void {
    this.version = version;
    this.client.notification('workspace/didChangeConfiguration', { settings: settingsWith(version) });
    this.#tell('text');
  }

  setDark(isDark: boolean): void {
    this.#isDark = isDark;
    this.view.dispatch({ effects: theme.reconfigure(darkness(isDark)) });
  }

  /** The findings in a range, or on its line if it is empty. */
  findingsIn(uri: string, { start, end }: Range): readonly Diagnostic[] {
    return (this.findings.get(uri) ?? []).filter(
      ({ range }) => range.start.line <= end.line && range.end.line >= start.line,
    );
  }

  /** `from` is a text, or the state of a file, with what can be undone. */
  #make(name: string, from: string | EditorState): EditedFile {
    const plugin = this.client.plugin(uriOf(name), undefined);
    const extensions = [editorExtensions(this.#isDark, this.#options.keys, name), plugin];
    const fields = { history: historyField };
    const state =
      typeof from === 'string'
        ? EditorState.create({ doc: from, extensions })
        : EditorState.fromJSON(from.toJSON(fields), { extensions }, fields);
    const file = new EditedFile(name, state);
    void loadLanguage(name).then((language) =>
      this.#files.updateFile(file.uri, { effects: languagePart.reconfigure(language) }),
    );
    return file;
  }

  /** Keeps the state of the file in the editor. */
  #park(): void {
    const active = this.#active;
    if (!active) return;
    this.client.sync();
    active.state = this.view.state;
    this.#active = undefined;
  }

  #dispatch(transactions: readonly Parameters<EditorView['update']>[0][number][], view: EditorView): void {
    view.update(transactions);
    const hasText = transactions.some(({ docChanged }) => docChanged);
    // Sent at once: the server has a pace of its own.
    if (hasText) this.client.sync();
    if (hasText) this.#tell('text');
    else if (transactions.some(({ selection }) => selection)) this.#tell('cursor');
  }

  #receive({ uri, version, diagnostics }: PublishDiagnosticsParams): boolean {
    const file = this.#files.getFile(uri);
    if (!file || (version !== undefined && version !== file.version)) return true;
    this.findings.set(uri, diagnostics);
    this.hasAnswered = true;
    if (file === this.#active) this.#draw(file);
    this.#tell('server');
    return true;
  }

  #draw({ uri, current: { doc } }: EditedFile): void {
    const found = shownFindings(this.findings.get(uri) ?? [], doc);
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  #tell(kind: ChangeKind): void {
    for (const listener of this.#listeners) listener(kind);
  }
}

function settingsWith(version: string): object {
  return { endpoints: version === '' ? {} : { kubernetesVersion: version } };
}
