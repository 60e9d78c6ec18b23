/** Searches the texts of the workspace for readers of Endpoints, in steps, and keeps the results. Loaded on demand. */
import { normalizedUri } from '../../config/location.ts';
import { counted, grouped } from '../../text/quote.ts';
import type { ServerContext } from '../protocol/request.ts';
import { watchReaders } from '../protocol/register.ts';
import { settingsOf, withoutSlash, type Session } from '../session.ts';
import { spelled } from '../spelling.ts';
import { type DiskChanges } from '../workspace/indexing.ts';
import { isBelowAny, outermost } from '../workspace/searches.ts';
import type { ReaderChanges } from './kept-readers.ts';
import { readerFinder } from './reader-results.ts';
import { isReaderText, readerTextSearch } from './reader-texts.ts';
import { areReadersOn } from './reader-settings.ts';

export interface ReaderSearch {
  /** Searches what has changed since the last time. `outdated` if an edit came in between: nothing has changed then. */
  run(): Promise<ReaderChanges | 'outdated'>;
  follow(changes: DiskChanges): void;
}

/** A workspace with more files is searched up to here. */
const mostFiles = 50_000;

/** In UTF-16 units, of the texts that may have readers. */
const mostUnits = 32 * 1024 * 1024;

/** A longer list of problems is cut off in the log. */
const mostProblems = 20;

type SearchServer = Pick<ServerContext, 'connection' | 'session' | 'host'>;

export function readerSearch(server: SearchServer): ReaderSearch {
  const { session, connection } = server;
  /** The texts on the disk. */
  const texts = new Map<string, string>();
  let searched = '';
  let changed = new Set<string>();
  let deleted = new Set<string>();
  const find = readerFinder(server);

  const readAll = async (): Promise<void> => {
    texts.clear();
    changed.clear();
    deleted.clear();
    await readFolders(server, texts);
    if (texts.size > 0) watchReaders(server);
  };
  /** Returns false for a new folder, after which all folders must be searched. */
  const readChanged = async (): Promise<boolean> => {
    const [now, gone] = [changed, new Set([...deleted].map((uri) => normalizedUri(withoutSlash(uri))))];
    changed = new Set();
    deleted = new Set();
    for (const uri of gone.size > 0 ? [...texts.keys()] : []) if (isBelowAny(uri, gone)) texts.delete(uri);
    for (const uri of now) if ((await readFile(server, uri, texts)) === 'folder') return false;
    return true;
  };
  return {
    follow(changes) {
      for (const uri of changes.changed) changed.add(uri);
      for (const uri of changes.deleted) deleted.add(uri);
      if ([...changes.changed, ...changes.deleted].some((uri) => uri.endsWith('/.gitignore'))) searched = '';
    },
    async run() {
      const wanted = searchedFolders(session);
      const isSame = searched === wanted && (await readChanged());
      searched = wanted;
      if (!isSame) await readAll();
      const all = new Map(texts);
      for (const { uri, located } of session.texts.values()) {
        if (!isInFolders(session, uri)) continue;
        if (isReaderText(uri, located.text)) all.set(uri, located.text);
        else all.delete(uri);
      }
      const start = server.host.now();
      const found = await find(all);
      if (found === 'nothing') return { uris: [], hasPlaces: false };
      const time = `${(server.host.now() - start).toFixed(1)} ms`;
      connection.tracer.log(`Searched ${counted(all.size, 'text')} for readers of Endpoints in ${time}`);
      return found;
    },
  };
}

/** The folders whose readers are reported. */
function foldersOf(session: Session): readonly string[] {
  const folders = outermost(session.folders.map(withoutSlash));
  return folders.filter((folder) => areReadersOn(session, `${folder}/`));
}

function isInFolders(session: Session, uri: string): boolean {
  return foldersOf(session).some((folder) => uri.startsWith(`${folder}/`));
}

/** Equal for equal searches. */
function searchedFolders(session: Session): string {
  const folders = foldersOf(session).map((folder) => {
    const { exclude, maxFileSize } = settingsOf(session, `${folder}/`);
    return [folder, exclude, maxFileSize];
  });
  return JSON.stringify(folders);
}

async function readFolders({ session, host, connection }: SearchServer, texts: Map<string, string>): Promise<void> {
  let [count, units] = [0, 0];
  const problems: string[] = [];
  for (const folder of foldersOf(session)) {
    for await (const batch of host.search(folder, readerTextSearch(session, folder)) ?? []) {
      if (session.isShutDown) return;
      problems.push(...batch.problems);
      count += batch.count;
      for (const { uri, text } of batch.texts) {
        units += text.length;
        if (units <= mostUnits) texts.set(spelled(session, uri), text);
      }
      if (count >= mostFiles || units > mostUnits) break;
    }
  }
  const problem = problems.length > mostProblems ? `and ${grouped(problems.length - mostProblems)} more.` : undefined;
  for (const each of [...problems.slice(0, mostProblems), ...(problem === undefined ? [] : [problem])])
    connection.console.log(`Not searched for readers of Endpoints: ${each}`);
  if (count >= mostFiles || units > mostUnits)
    connection.console.warn(
      `Only the first ${counted(count, 'file')} of the workspace were searched for readers of Endpoints. Run "endpoints readers" to search all.`,
    );
}

/** Notes the file as a search of its folder finds it. */
async function readFile(
  { session, host }: SearchServer,
  uri: string,
  texts: Map<string, string>,
): Promise<'file' | 'folder'> {
  const folder = foldersOf(session).find((each) => uri.startsWith(`${each}/`));
  const found = folder === undefined ? undefined : await host.find(folder, uri, readerTextSearch(session, folder));
  if (found === 'folder') return 'folder';
  const own = spelled(session, uri);
  if (found) texts.set(own, found.text);
  else texts.delete(own);
  return 'file';
}
