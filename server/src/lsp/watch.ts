/** Hears of files that change on the disk: from the client's watchers, and from what the user does to files in the editor. */
import { FileChangeType } from 'vscode-languageserver';
import type { Connection, FileEvent } from 'vscode-languageserver';
import { configFileNames } from '../config/config.ts';
import { isManifest } from './indexing.ts';
import type { Indexing } from './indexing.ts';
import type { Session } from './session.ts';

/** What a change of a file leads to. */
export interface Watching {
  readonly indexing: Indexing;
  /** Reads the settings anew, and the kustomizations around open files. */
  readonly reload: () => void;
}

export function watch(connection: Connection, session: Session, { indexing, reload }: Watching): void {
  const follow = (written: readonly string[], gone: readonly string[]): void => {
    // What a client sends may be anything.
    const [changed, deleted] = [written, gone].map((uris) => uris.filter((uri) => typeof uri === 'string'));
    if (!changed || !deleted) return;
    const all = [...changed, ...deleted];
    if (all.some((uri) => uri.endsWith('/.gitignore'))) indexing.restart();
    if (all.some(decidesOnOthers)) reload();
    const manifests = changed.filter(isManifest);
    if (manifests.length + deleted.length > 0) indexing.follow({ changed: manifests, deleted });
  };
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const urisOf = (isMeant: (event: FileEvent) => boolean): string[] => changes.filter(isMeant).map(({ uri }) => uri);
    follow(
      urisOf(({ type }) => type !== FileChangeType.Deleted),
      urisOf(({ type }) => type === FileChangeType.Deleted),
    );
  });
  const { workspace } = connection;
  workspace.onDidCreateFiles(({ files }) =>
    follow(
      files.map(({ uri }) => uri),
      [],
    ),
  );
  workspace.onDidDeleteFiles(({ files }) =>
    follow(
      [],
      files.map(({ uri }) => uri),
    ),
  );
  workspace.onDidRenameFiles(({ files }) => {
    const moved = files.flatMap(({ oldUri, newUri }) => [newUri, ...movedFiles(session, oldUri, newUri)]);
    follow(
      moved,
      files.map(({ oldUri }) => oldUri),
    );
  });
}

/** Where the known files of a folder are now. */
function movedFiles({ disk }: Session, from: string, to: string): readonly string[] {
  return [...disk.keys()].filter((uri) => uri.startsWith(`${from}/`)).map((uri) => to + uri.slice(from.length));
}

/** Settings, and what says how open files are read that stand outside of all folders. */
function decidesOnOthers(uri: string): boolean {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  return configFileNames.includes(name) || /^(?:kustomization\.ya?ml|Kustomization|Chart\.yaml)$/.test(name);
}
