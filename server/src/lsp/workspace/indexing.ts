/**
 * Reads the workspace folders, and keeps what is known of them in step with the disk. Everything happens one after the
 * other, in stretches that let requests through; open texts are left alone.
 */
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import { fileFacts } from '../../analysis/facts/file-facts.ts';
import { exclusionsIn } from '../../config/patterns.ts';
import { mayConcern } from '../../frontends/concern.ts';
import { readKustomization } from '../../frontends/read-kustomization.ts';
import { mayReport } from '../../lint/check-file.ts';
import { rules } from '../../rules/rules.ts';
import { counted } from '../../text/quote.ts';
import { kustomizationNames } from '../../tree/kustomization.ts';
import { readDisk } from './files.ts';
import type { FoundText, FileSearch } from '../host.ts';
import { pacer } from '../pace.ts';
import { showProgress } from '../protocol/work-progress.ts';
import type { ServerContext } from '../protocol/request.ts';
import { pathOfUri, settingsOf, withoutSlash } from '../session.ts';
import type { DiskText, Session } from '../session.ts';
import { spelled, spellingKey } from '../spelling.ts';

/** Files on the disk that are others now, or gone. */
export interface DiskChanges {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

export interface Indexing {
  /** Reads all folders anew; what is not found any more is forgotten. */
  restart(): void;
  /** Looks at what has changed on the disk. */
  follow(changes: DiskChanges): void;
}

type IndexedServer = Pick<ServerContext, 'connection' | 'session' | 'host'>;

/** `onSettled` is called whenever something may be known that was not known before. */
export function indexer(server: IndexedServer, onSettled: () => void): Indexing {
  const { session } = server;
  let restarts = 0;
  const then = (task: () => Promise<void>): void => {
    session.indexed = session.indexed
      .then(task)
      .then(onSettled)
      .catch((error: unknown) => session.onBug('indexing', error));
  };
  const read = (own: number): Promise<void> => readFolders(server, () => own !== restarts || session.isShutDown);
  return {
    restart() {
      const own = ++restarts;
      then(() => read(own));
    },
    follow(changes) {
      then(async () => {
        if (await followDisk(server, changes)) await read(++restarts);
      });
    },
  };
}

async function readFolders(server: IndexedServer, isOutdated: () => boolean): Promise<void> {
  const { session, host, connection } = server;
  if (isOutdated()) return;
  const folders = outermost(session.folders.map(withoutSlash));
  session.workspace.setRoots(folders);
  session.workspace.placeAll();
  const found = new Set<string>();
  const progress = showProgress(server, 'Reading manifests');
  let isWhole = true;
  let count = 0;
  for (const folder of folders) {
    if (isOutdated() || progress.isCancelled()) break;
    const batches = host.search(folder, searchIn(session, folder));
    if (!batches) isWhole = false;
    for await (const batch of batches ?? []) {
      for (const problem of batch.problems) connection.console.warn(problem);
      for (const { uri, text } of batch.texts) {
        const own = spelled(session, uri);
        note(session, { uri: own, text });
        found.add(own);
      }
      count += batch.count;
      progress.report(counted(count, 'file'));
      if (isOutdated() || progress.isCancelled()) break;
    }
  }
  if (progress.isCancelled()) {
    isWhole = false;
    connection.console.warn(`Reading manifests was cancelled after ${counted(count, 'file')}.`);
  }
  progress.end();
  if (isOutdated()) return;
  for (const uri of isWhole ? session.disk.keys() : []) if (!found.has(uri)) forget(session, uri);
  place(session);
  session.workspace.setKnowledge(isWhole && folders.length > 0 ? 'all' : 'some');
}

/** A folder within another one is read with it. */
function outermost(folders: readonly string[]): readonly string[] {
  return [...new Set(folders)].filter(
    (folder) => !folders.some((other) => other !== folder && `${folder}/`.startsWith(`${other}/`)),
  );
}

function searchIn(session: Session, folder: string): FileSearch {
  const { exclude, maxFileSize } = settingsOf(session, `${folder}/`);
  return {
    exclude: exclusionsIn(folder, exclude),
    largest: maxFileSize * 1024,
    isWanted: (name, bytes) => surroundingKind(`/${name}`) !== undefined || mayConcern(bytes),
  };
}

/**
 * Looks at each file as a search would find it; a folder that is gone takes all its files along. True where there is a new
 * folder, which must be searched.
 */
async function followDisk({ session, host }: IndexedServer, { changed, deleted }: DiskChanges): Promise<boolean> {
  const gone = new Set(deleted.map((uri) => spellingKey(withoutSlash(uri))));
  for (const uri of gone.size > 0 ? session.disk.keys() : []) if (isWithin(uri, gone)) forget(session, uri);
  const folders = outermost(session.folders.map(withoutSlash));
  let hasFolder = false;
  const pace = pacer(host);
  for (const uri of changed) {
    const folder = folders.find((each) => uri.startsWith(`${each}/`));
    const found = folder === undefined ? undefined : await host.find(folder, uri, searchIn(session, folder));
    if (found === 'folder') hasFolder = true;
    else if (found) note(session, { uri: spelled(session, uri), text: found.text });
    else forget(session, spelled(session, uri));
    await pace();
  }
  place(session);
  return hasFolder;
}

function isWithin(uri: string, gone: ReadonlySet<string>): boolean {
  for (let at = spellingKey(uri); at.includes('/'); at = at.slice(0, at.lastIndexOf('/')))
    if (gone.has(at)) return true;
  return false;
}

/** What a file on the disk says from now on. */
function note(session: Session, { uri, text }: FoundText): void {
  const before = session.disk.get(uri);
  const isPartial = session.workspace.isPatch(uri);
  if (before?.text === text && before.isPartial === isPartial) return;
  // Others may point to a place in it, even if it says the same elsewhere.
  if (before) session.unsettled.add(uri);
  noteSurroundings(session, uri, text);
  keep(session, { uri, text, isPartial, isChecked: true });
}

function noteSurroundings({ workspace }: Session, uri: string, text: string | undefined): void {
  const kind = surroundingKind(uri);
  if (kind === 'chart') workspace.setChart(uri, text !== undefined);
  if (kind === 'kustomization')
    workspace.setKustomization(uri, text === undefined ? undefined : readKustomization(text));
}

function keep(session: Session, disk: DiskText): void {
  const file = readDisk(disk);
  const facts = fileFacts(file);
  const isChecked = file.parts.some(({ document }) => mayReport(document, rules));
  if (facts.length > 0 || isChecked || surroundingKind(disk.uri)) session.disk.set(disk.uri, { ...disk, isChecked });
  else session.disk.delete(disk.uri);
  if (!session.texts.has(disk.uri)) session.workspace.set(disk.uri, facts);
}

function forget(session: Session, uri: string): void {
  if (!session.disk.delete(uri)) return;
  noteSurroundings(session, uri, undefined);
  if (!session.texts.has(uri)) session.workspace.set(uri, []);
}

/** Applies what kustomizations and charts say by now. */
function place(session: Session): void {
  const { disk, workspace } = session;
  for (const each of disk.values()) {
    const isPartial = workspace.isPatch(each.uri);
    if (isPartial !== each.isPartial) keep(session, { ...each, isPartial });
  }
  for (const uri of session.texts.keys()) session.unsettled.add(uri);
  workspace.placeAll();
}

/** True for the URI of a file that says how others are taken. */
export function isManifest(uri: string): boolean {
  const path = pathOfUri(uri);
  return /\.(?:ya?ml|json)$/i.test(path) || kustomizationNames.some((name) => path.endsWith(`/${name}`));
}
