/** Tells the menu of the Explorer which files hold our kinds, and which folders hold such files. */
import { Disposable, Uri, window, workspace } from 'vscode';
import type { ResourceFiles } from '../../server/src/lsp/requests/status.ts';
import { setContext } from './contexts.ts';
import type { ServerSupervisor } from './server.ts';

/** In ms; the list is asked for this long after the last change. */
const pause = 1_000;

export function showInExplorer(server: ServerSupervisor): Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void setPaths(server), pause);
  };
  later();
  return Disposable.from(
    server.onDidChange(later),
    window.onDidChangeActiveTextEditor(later),
    workspace.onDidSaveTextDocument(later),
    workspace.onDidCreateFiles(later),
    workspace.onDidRenameFiles(later),
    workspace.onDidDeleteFiles(later),
    { dispose: () => clearTimeout(timer) },
  );
}

async function setPaths({ client }: ServerSupervisor): Promise<void> {
  let files: ResourceFiles | undefined;
  try {
    files = await client?.sendRequest<ResourceFiles>('endpoints/files', {});
  } catch {
    // The server has ended, and the next one is asked again.
    return;
  }
  const paths = new Set<string>();
  for (const uri of files?.uris ?? []) addPaths(Uri.parse(uri), paths);
  const asKeys = Object.fromEntries([...paths].map((path) => [path, true]));
  setContext('paths', asKeys);
  setContext('hasManyFiles', files?.isWhole === false);
}

/** The file and its folders in the workspace, as the Explorer names them. */
function addPaths(uri: Uri, paths: Set<string>): void {
  const root = workspace.getWorkspaceFolder(uri)?.uri;
  if (!root) return;
  for (let at = uri; at.path.length >= root.path.length; at = Uri.joinPath(at, '..')) {
    const path = at.scheme === 'file' ? at.fsPath : at.path;
    if (paths.has(path)) return;
    paths.add(path);
    if (at.path === root.path) return;
  }
}
