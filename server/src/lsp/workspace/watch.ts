/** Follows changes of files on the disk by the client's watchers, and by its file operations. */
import { FileChangeType, type Connection } from 'vscode-languageserver';
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import { normalizedUri } from '../../config/location.ts';
import { membersOfEach } from '../protocol/params.ts';
import type { ReaderWatch } from '../readers/reader-watch.ts';
import { type Indexing } from './indexing.ts';
import { isSearched } from './searches.ts';
import { isProgramUri } from './programs.ts';
import type { Session } from '../session.ts';

export interface Watching {
  readonly session: Session;
  readonly indexing: Indexing;
  readonly readers: Pick<ReaderWatch, 'follow'>;
  /** Reads the settings again, and the kustomizations around open files. */
  readonly reload: () => void;
}

export function registerWatchers(connection: Connection, { session, indexing, readers, reload }: Watching): void {
  const follow = (uris: Partial<Record<'created' | 'changed' | 'deleted', readonly string[]>>): void => {
    const { created = [], changed = [], deleted = [] } = uris;
    const all = [...created, ...changed, ...deleted];
    if (all.some((uri) => uri.endsWith('/.gitignore'))) indexing.restart();
    if (all.some((uri) => decidesOnOthers(uri, session))) reload();
    // A created folder is reported without its files, so every created path is searched.
    const searched = [...created, ...changed.filter((uri) => isSearched(uri) || isProgramUri(uri))];
    if (searched.length + deleted.length > 0) indexing.follow({ changed: searched, deleted });
    readers.follow({ changed: [...created, ...changed], deleted });
  };
  connection.onDidChangeWatchedFiles((params) => {
    const changes = membersOfEach(params, 'changes');
    const urisOf = (wanted: FileChangeType): readonly string[] =>
      textsIn(changes.filter(({ type }) => type === wanted).map(({ uri }) => uri));
    const { Created, Changed, Deleted } = FileChangeType;
    follow({ created: urisOf(Created), changed: urisOf(Changed), deleted: urisOf(Deleted) });
  });
  const { workspace } = connection;
  const filesIn = (params: unknown, name: string): readonly string[] =>
    textsIn(membersOfEach(params, 'files').map((file) => file[name]));
  workspace.onDidCreateFiles((params) => follow({ created: filesIn(params, 'uri') }));
  workspace.onDidDeleteFiles((params) => follow({ deleted: filesIn(params, 'uri') }));
  workspace.onDidRenameFiles((params) =>
    follow({ created: filesIn(params, 'newUri'), deleted: filesIn(params, 'oldUri') }),
  );
}

/** A client can send any value instead of a URI. */
function textsIn(uris: readonly unknown[]): readonly string[] {
  return uris.filter((uri) => typeof uri === 'string');
}

/** True for settings files, folders with settings files, and kustomizations or charts around open files. */
function decidesOnOthers(uri: string, { settingsFiles }: Session): boolean {
  if (surroundingKind(uri) !== undefined || settingsFiles.has(normalizedUri(uri))) return true;
  const folder = `${normalizedUri(uri).replace(/\/$/, '')}/`;
  return [...settingsFiles].some((file) => file.startsWith(folder));
}
