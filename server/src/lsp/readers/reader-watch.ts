/**
 * Decides when the workspace is searched for readers of Endpoints: once it is indexed, if it has hand-written Endpoints or
 * slices, and again after changes. The search itself is loaded on demand.
 */
import { isWrittenObject } from '../../readers/written-entries.ts';
import { firstAnswersSent } from '../protocol/answer.ts';
import type { ServerContext } from '../protocol/request.ts';
import { withoutSlash } from '../session.ts';
import type { DiskChanges } from '../workspace/indexing.ts';
import { noReaders, type ReaderChanges } from './kept-readers.ts';
import type { ReaderSearch } from './reader-search.ts';
import { areReadersOn } from './reader-settings.ts';

export interface ReaderWatch {
  /** A text, an object or a setting may have changed. Cheap: called at each keystroke. */
  schedule(): void;
  /** Files on the disk have changed. */
  follow(changes: DiskChanges): void;
}

/** In ms without an edit: a search is not needed while the user types. */
const quiet = 500;

export function readerWatch(
  server: Pick<ServerContext, 'connection' | 'session' | 'host'>,
  onFound: (changes: ReaderChanges) => void,
): ReaderWatch {
  const { session, host } = server;
  let search: ReaderSearch | undefined;
  let isDue = false;
  let last = Promise.resolve();
  /** The state of the index without hand-written objects that was seen last. */
  let empty: number | undefined;
  const isWanted = (): boolean => {
    const { workspace, project, folders } = session;
    if (workspace.knowledge === 'none' || !folders.some((folder) => areReadersOn(session, `${withoutSlash(folder)}/`)))
      return false;
    project.settle();
    if (workspace.revision === empty) return false;
    for (const entry of workspace.all()) if (isWrittenObject(entry)) return true;
    empty = workspace.revision;
    return false;
  };
  const run = async (): Promise<void> => {
    for (let edits = -1; edits !== session.edits; await host.delay(quiet)) edits = session.edits;
    let before: readonly Promise<void>[] = [];
    while (before[0] !== session.ready || before[1] !== session.indexed) {
      before = [session.ready, session.indexed];
      await Promise.all(before);
    }
    await firstAnswersSent(server);
    isDue = false;
    if (session.isShutDown) return;
    if (!isWanted()) {
      search = undefined;
      const { files, places } = session.readers;
      session.readers = noReaders;
      if (files.size + places.size > 0) onFound({ uris: [...files.keys()], hasPlaces: places.size > 0 });
      return;
    }
    search ??= (await import('./reader-search.ts')).readerSearch(server);
    const changes = await search.run();
    if (changes === 'outdated') schedule();
    else if (changes.uris.length > 0 || changes.hasPlaces) onFound(changes);
  };
  const schedule = (): void => {
    if (isDue || session.isShutDown) return;
    isDue = true;
    last = last.then(run).catch((error: unknown) => {
      isDue = false;
      session.onBug('readers', error);
    });
  };
  return {
    schedule,
    follow(changes) {
      search?.follow(changes);
      schedule();
    },
  };
}
