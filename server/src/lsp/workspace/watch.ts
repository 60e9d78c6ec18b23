/** Hears of files that change on the disk: from the client's watchers, and from what the user does to files in the editor. */
import { FileChangeType } from 'vscode-languageserver';
import type { Connection } from 'vscode-languageserver';
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import { normalizedUri } from '../../config/location.ts';
import { isManifest } from './indexing.ts';
import type { Indexing } from './indexing.ts';
import type { Session } from '../session.ts';

/** What a change of a file leads to. */
export interface Watching {
  readonly session: Session;
  readonly indexing: Indexing;
  /** Reads the settings anew, and the kustomizations around open files. */
  readonly reload: () => void;
}

export function registerWatchers(connection: Connection, { session, indexing, reload }: Watching): void {
  const follow = ({ created = [], changed = [], deleted = [] }: Events): void => {
    const all = [...created, ...changed, ...deleted];
    if (all.some((uri) => uri.endsWith('/.gitignore'))) indexing.restart();
    if (all.some((uri) => decidesOnOthers(uri, session))) reload();
    // What is created may be a folder, of whose files nobody tells.
    const looked = [...created, ...changed.filter(isManifest)];
    if (looked.length + deleted.length > 0) indexing.follow({ changed: looked, deleted });
  };
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const urisOf = (wanted: FileChangeType): readonly string[] =>
      textsIn(changes.filter(({ type }) => type === wanted).map(({ uri }) => uri));
    const { Created, Changed, Deleted } = FileChangeType;
    follow({ created: urisOf(Created), changed: urisOf(Changed), deleted: urisOf(Deleted) });
  });
  const { workspace } = connection;
  workspace.onDidCreateFiles(({ files }) => follow({ created: textsIn(files.map(({ uri }) => uri)) }));
  workspace.onDidDeleteFiles(({ files }) => follow({ deleted: textsIn(files.map(({ uri }) => uri)) }));
  workspace.onDidRenameFiles(({ files }) =>
    follow({
      created: textsIn(files.map(({ newUri }) => newUri)),
      deleted: textsIn(files.map(({ oldUri }) => oldUri)),
    }),
  );
}

interface Events {
  readonly created?: readonly string[];
  readonly changed?: readonly string[];
  readonly deleted?: readonly string[];
}

/** What a client sends may be anything. */
function textsIn(uris: readonly unknown[]): readonly string[] {
  return uris.filter((uri) => typeof uri === 'string');
}

/** Settings, also in a folder that comes or goes, and what says how open files are read that stand outside of all folders. */
function decidesOnOthers(uri: string, { settingsFiles }: Session): boolean {
  if (surroundingKind(uri) !== undefined || settingsFiles.has(normalizedUri(uri))) return true;
  const folder = `${normalizedUri(uri).replace(/\/$/, '')}/`;
  return [...settingsFiles].some((file) => file.startsWith(folder));
}
