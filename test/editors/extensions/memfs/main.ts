/** Implements a file system in memory with the scheme `memfs`; the page's host serves its initial content. */
import {
  EventEmitter,
  FileChangeType,
  FileSystemError,
  FileType,
  Uri,
  workspace,
  type ExtensionContext,
  type FileChangeEvent,
  type FileStat,
} from 'vscode';

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly time: number;
}

const files = new Map<string, StoredFile>();
const changes = new EventEmitter<FileChangeEvent[]>();

export async function activate(context: ExtensionContext): Promise<void> {
  const loading = load(context.extensionUri);
  const options = { isCaseSensitive: true };
  context.subscriptions.push(workspace.registerFileSystemProvider('memfs', fileSystem(loading), options));
  await loading;
}

async function load(extension: Uri): Promise<void> {
  const response = await fetch(Uri.joinPath(extension, '../workspace.json').toString(true));
  const texts = (await response.json()) as Readonly<Record<string, string>>;
  for (const [path, text] of Object.entries(texts)) store(path, new TextEncoder().encode(text));
}

/** All requests wait for the initial content. */
function fileSystem(loading: Promise<void>): Parameters<typeof workspace.registerFileSystemProvider>[1] {
  return {
    onDidChangeFile: changes.event,
    watch: () => ({ dispose: () => undefined }),
    stat: (uri) => loading.then(() => stat(uri)),
    readDirectory: (uri) => loading.then(() => entriesOf(uri)),
    readFile: (uri) => loading.then(() => fileAt(uri).bytes),
    writeFile: (uri, bytes) => {
      const type = files.has(uri.path) ? FileChangeType.Changed : FileChangeType.Created;
      store(uri.path, bytes);
      changes.fire([{ type, uri }]);
    },
    // A folder exists if it contains something.
    createDirectory: () => undefined,
    delete: (uri) => {
      files.delete(fileAt(uri) && uri.path);
      changes.fire([{ type: FileChangeType.Deleted, uri }]);
    },
    rename: (from, to) => {
      store(to.path, fileAt(from).bytes);
      files.delete(from.path);
      changes.fire([
        { type: FileChangeType.Deleted, uri: from },
        { type: FileChangeType.Created, uri: to },
      ]);
    },
  };
}

function store(path: string, bytes: Uint8Array): void {
  files.set(path, { bytes, time: Date.now() });
}

function fileAt(uri: Uri): StoredFile {
  const file = files.get(uri.path);
  if (!file) throw FileSystemError.FileNotFound(uri);
  return file;
}

function stat(uri: Uri): FileStat {
  const file = files.get(uri.path);
  if (file) return { type: FileType.File, ctime: 0, mtime: file.time, size: file.bytes.length };
  if (uri.path !== '/' && entriesOf(uri).length === 0) throw FileSystemError.FileNotFound(uri);
  return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
}

function entriesOf(uri: Uri): [string, FileType][] {
  const folder = uri.path.endsWith('/') ? uri.path : `${uri.path}/`;
  const names = new Map<string, FileType>();
  for (const path of files.keys()) {
    if (!path.startsWith(folder)) continue;
    const [name = '', ...below] = path.slice(folder.length).split('/');
    names.set(name, below.length > 0 ? FileType.Directory : FileType.File);
  }
  return [...names];
}
