/** The files of the playground for the language client: one is in the editor, the others keep their state. */
import { LSPPlugin, Workspace, type WorkspaceFile } from '@codemirror/lsp-client';
import type { ChangeSet, EditorState, Text, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { isSettingsName } from '../../server/src/lsp/workspace/settings-name.ts';
import { uriOf } from './file-uris.ts';
import { languageOf } from './languages.ts';

/** FileChangeType. */
const watched = { created: 1, changed: 2, deleted: 3 } as const;

/** What the client sends of a file that has changed. */
type WorkspaceFileUpdate = ReturnType<Workspace['syncFiles']>[number];

export class EditedFile implements WorkspaceFile {
  readonly uri: string;
  readonly name: string;
  readonly languageId: string;
  version = 0;
  doc: Text;
  /** Of a file that is not in the editor. */
  state: EditorState;
  /** What changed since the last message to the server, while the file was not in the editor. */
  unsent: ChangeSet | undefined;
  view: EditorView | null = null;

  constructor(name: string, state: EditorState) {
    this.name = name;
    this.uri = uriOf(name);
    this.languageId = languageOf(name);
    this.state = state;
    this.doc = state.doc;
  }

  get current(): EditorState {
    return this.view?.state ?? this.state;
  }

  getView(): EditorView | null {
    return this.view;
  }
}

export class EditedFiles extends Workspace {
  files: EditedFile[] = [];
  /** Shows a file in the editor. */
  show: (file: EditedFile) => EditorView | null = () => null;

  override getFile(uri: string): EditedFile | null {
    return this.files.find((file) => file.uri === uri) ?? null;
  }

  add(file: EditedFile): void {
    this.files = [...this.files, file];
    this.#open(file);
  }

  remove(file: EditedFile): void {
    this.files = this.files.filter((each) => each !== file);
    this.#close(file);
  }

  /** Keeps the order of the files. */
  replace(file: EditedFile, other: EditedFile): void {
    this.files = this.files.map((each) => (each === file ? other : each));
    this.#close(file);
    this.#open(other);
  }

  #open(file: EditedFile): void {
    if (this.client.connected) this.client.didOpen(file);
    this.#tell(file, watched.created);
  }

  #close(file: EditedFile): void {
    this.client.didClose(file.uri);
    this.#tell(file, watched.deleted);
  }

  /** The server reads settings again when their file changes, as if it was saved. */
  #tell({ uri }: EditedFile, type: number): void {
    if (this.client.connected)
      this.client.notification('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });
  }

  syncFiles(): readonly WorkspaceFileUpdate[] {
    return this.files.flatMap((file) => {
      const plugin = file.view && LSPPlugin.get(file.view);
      const changes = plugin ? plugin.unsyncedChanges : file.unsent;
      if (!changes || changes.empty) return [];
      const update = { changes, file, prevDoc: file.doc };
      file.doc = file.current.doc;
      file.version++;
      plugin?.clear();
      file.unsent = undefined;
      if (isSettingsName(file.uri)) this.#tell(file, watched.changed);
      return [update];
    });
  }

  /** Called for the file that comes into the editor: it is open already. */
  openFile(uri: string, _languageId: string, view: EditorView): void {
    const file = this.getFile(uri);
    if (file) file.view = view;
  }

  /** Called for the file that leaves the editor. */
  closeFile(uri: string): void {
    const file = this.getFile(uri);
    if (file) file.view = null;
  }

  override updateFile(uri: string, update: TransactionSpec): void {
    const file = this.getFile(uri);
    if (!file) return;
    if (file.view) return file.view.dispatch(update);
    const transaction = file.state.update(update);
    file.state = transaction.state;
    file.unsent = file.unsent ? file.unsent.compose(transaction.changes) : transaction.changes;
  }

  override displayFile(uri: string): Promise<EditorView | null> {
    const file = this.getFile(uri);
    return Promise.resolve(file && this.show(file));
  }
}
