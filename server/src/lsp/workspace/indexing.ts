/** Reads the workspace folders and follows changes on the disk, task by task, with pauses for requests. */
import { isInside } from '../../analysis/workspace/placement.ts';
import { encodedUri, folderUri, normalizedUri } from '../../config/location.ts';
import { codeOf, mayConstruct } from '../../frontends/code/languages.ts';
import { isProjectFile, readProgramFolder } from '../../frontends/code/program-folders.ts';
import { mayDeclareOurs } from '../../frontends/terraform/module-file.ts';
import { counted } from '../../text/quote.ts';
import { kustomizationNames } from '../../tree/kustomization.ts';
import type { FoundText } from '../host.ts';
import { pacer } from '../pace.ts';
import { firstAnswersSent } from '../protocol/answer.ts';
import { watchPrograms } from '../protocol/register.ts';
import { showProgress } from '../protocol/work-progress.ts';
import type { ServerContext } from '../protocol/request.ts';
import { pathOfUri, withoutSlash, type Session } from '../session.ts';
import { spelled } from '../spelling.ts';
import { isProgramUri, isReadable } from './programs.ts';
import { isBelowAny, isManifest, limitsIn, outermost, searchIn, wholeSearchIn } from './searches.ts';
import { FoundModules, isTerraformUri, moduleFolderOf, moduleSearch } from './terraform.ts';
import { isUnsearched } from './unsearched.ts';
import { loadKustomize } from './surroundings.ts';

export interface DiskChanges {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

export interface Indexing {
  restart(): void;
  follow(changes: DiskChanges): void;
  /** Reads the files that the kustomizations name now, if they are not known. */
  readForBuilds(): void;
  /** Reads the other files of the Terraform module of a text, if it declares something of ours and they are not known. */
  readModule(uri: string): void;
}

type IndexedServer = Pick<ServerContext, 'connection' | 'session' | 'host'>;

/** Calls `onSettled` after every change of the index. */
export function indexer(server: IndexedServer, onSettled: () => void): Indexing {
  const { session } = server;
  let restarts = 0;
  const then = (task: () => Promise<void | 'nothing'>): void => {
    session.indexed = session.indexed
      .then(task)
      .then((done) => (done === 'nothing' ? undefined : onSettled()))
      .catch((error: unknown) => session.onBug('indexing', error));
  };
  const read = (own: number): Promise<void> => readFolders(server, () => own !== restarts || session.isShutDown);
  return {
    restart() {
      const own = ++restarts;
      then(async () => {
        await firstAnswersSent(server);
        await read(own);
      });
    },
    follow(changes) {
      then(async () => {
        const effect = await followDisk(server, changes);
        if (effect === 'whole') await read(++restarts);
        return effect === 'nothing' ? effect : undefined;
      });
    },
    readForBuilds() {
      then(async () => {
        const { project, workspace } = session;
        project.settle();
        const list = workspace.buildRoots();
        if (!project.builds.isIdle(list) && project.builds.unread(list).length === 0)
          return (await readWhole(server)) ? undefined : 'nothing';
        await readForBuilds(server);
        return undefined;
      });
    },
    readModule(uri) {
      if (isModuleUnread(session, uri)) then(async () => ((await readModule(server, uri)) ? undefined : 'nothing'));
    },
  };
}

async function readFolders(server: IndexedServer, isOutdated: () => boolean): Promise<void> {
  const { session, host, connection } = server;
  if (isOutdated()) return;
  const folders = outermost(session.folders.map(withoutSlash));
  session.workspace.setRoots(folders);
  session.project.place();
  const found = new Set<string>();
  /** Manifests do not wait for the parser. */
  const programs = new Map<string, string>();
  const modules = new FoundModules(session);
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
        if (isTerraformUri(own)) {
          modules.add({ uri: own, text });
          continue;
        }
        if (isProgramUri(own)) programs.set(own, text);
        else addFile(session, own, text);
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
  session.readModules.clear();
  for (const { uri, text } of modules.ours()) {
    session.readModules.add(moduleFolderOf(uri));
    addFile(session, uri, text);
    found.add(uri);
  }
  for (const [uri, text] of programs) {
    if (isOutdated()) return;
    if (await isReadable(server, uri, text)) addFile(session, uri, text);
    else isWhole = false;
  }
  if (isOutdated()) return;
  if ([...session.programFolders.values()].some(Boolean)) watchPrograms(server);
  for (const uri of isWhole ? known(session) : []) if (!found.has(uri)) session.project.delete(uri);
  for (const uri of session.texts.keys()) await readModule(server, uri);
  session.project.place();
  session.project.builds.restart();
  await readForBuilds(server, isOutdated);
  session.workspace.setKnowledge(isWhole && folders.length > 0 ? 'all' : 'some');
}

function isModuleUnread({ project, readModules }: Session, uri: string): boolean {
  return isTerraformUri(uri) && !readModules.has(moduleFolderOf(uri)) && project.modules.isConcerned(uri);
}

/** Also outside of the folders, for an open text. Returns false if nothing is to be read. */
async function readModule({ session, host }: IndexedServer, uri: string): Promise<boolean> {
  if (!isModuleUnread(session, uri)) return false;
  session.readModules.add(moduleFolderOf(uri));
  const own = folderUri(uri);
  const around = session.folders.map(withoutSlash).find((each) => uri.startsWith(`${each}/`)) ?? own;
  const { largest } = limitsIn(session, around);
  for await (const { texts } of host.search(own, moduleSearch({ exclude: undefined, largest })) ?? [])
    for (const found of texts) if (isTerraformUri(found.uri)) addFile(session, spelled(session, found.uri), found.text);
  return true;
}

function addFile({ project, programFolders }: Session, uri: string, text: string): void {
  if (isProjectFile(uri)) programFolders.set(uri, readProgramFolder(text).summary);
  project.set({ uri, path: pathOfUri(uri), text });
}

/** The files that are read at once: each request takes time on a network. */
const mostRequests = 64;

/** Reads the files that kustomizations include and that hold nothing that is checked by itself. */
async function readForBuilds(server: IndexedServer, isOutdated = (): boolean => false): Promise<void> {
  const { project, workspace, folders } = server.session;
  await loadKustomize(server.session);
  // A folder may be left out of the search, and what is outside of the workspace stays unread.
  const needed = project.builds.unread(workspace.buildRoots()).flatMap((path) => {
    const folder = folders.map(withoutSlash).find((each) => path.startsWith(`${pathOfUri(each)}/`));
    return folder === undefined ? [] : [{ path, folder }];
  });
  for (let i = 0; i < needed.length && !isOutdated(); i += mostRequests)
    await Promise.all(
      needed
        .slice(i, i + mostRequests)
        .map(({ path, folder }) =>
          isManifest(path) ? readForBuild(server, encodedUri(path)) : readNamed(server, path, folder),
        ),
    );
  await readWhole(server);
}

/** Reads all manifests of the folders that Flux builds as a whole, once. Returns false if there is none to read. */
async function readWhole({ session, host }: IndexedServer): Promise<boolean> {
  const { project, folders } = session;
  const unsearched = project.builds.wholeFolders.takeUnsearched();
  for (const path of unsearched) {
    const top = folders.map(withoutSlash).find((each) => isInside(`${path}/`, pathOfUri(each)));
    if (top === undefined) continue;
    for await (const { texts } of host.search(encodedUri(path), wholeSearchIn(session, top)) ?? [])
      for (const { uri, text } of texts) {
        const own = spelled(session, uri);
        if (!session.disk.has(own)) addFile(session, own, text);
      }
  }
  if (unsearched.length > 0) project.place();
  return unsearched.length > 0;
}

/** Reads what a kustomization names: a folder without a kustomization in sight, or a file whose name is not that of a manifest. */
async function readNamed(server: IndexedServer, path: string, folder: string): Promise<void> {
  const { session, host } = server;
  const { builds } = session.project;
  const limits = limitsIn(session, folder);
  // Without a file of the disk, it is not known whether the platform can read any.
  if (session.disk.size === 0 || (await isUnsearched(path, { folder: pathOfUri(folder), host, ...limits }))) return;
  const inside = kustomizationNames.map((name) => `${path}/${name}`);
  const [own, ...texts] = await Promise.all([path, ...inside].map((each) => host.readFile(encodedUri(each))));
  const uri = encodedUri(path);
  if (own !== undefined) return void (await readForBuild(server, uri));
  if (texts.some((text) => text !== undefined)) return;
  const isFolder = (await host.find(folder, uri, searchIn(session, folder))) === 'folder';
  for (const each of isFolder ? inside : [path, ...inside]) builds.noteOther(each, 'missing');
  if (isFolder) builds.noteOther(path, 'folder');
}

/** Returns false if there is no such file; there may be a folder. */
async function readForBuild({ session, host }: IndexedServer, uri: string): Promise<boolean> {
  const text = await host.readFile(uri);
  const own = spelled(session, uri);
  const path = pathOfUri(own);
  if (text !== undefined) session.project.set({ uri: own, path, text });
  else {
    session.project.delete(own);
    session.project.builds.noteOther(path, 'missing');
  }
  return text !== undefined;
}

/**
 * Forgets all files of a deleted folder. Returns `whole` for a new folder and for another runtime of a program, after which the
 * folders must be searched, and `nothing` if only programs changed that hold nothing of ours.
 */
async function followDisk(
  server: IndexedServer,
  { changed, deleted }: DiskChanges,
): Promise<'whole' | 'part' | 'nothing'> {
  const { session, host } = server;
  const { project, programFolders, disk } = session;
  const gone = new Set(deleted.map((uri) => normalizedUri(withoutSlash(uri))));
  for (const uri of gone.size > 0 ? known(session) : []) if (isBelowAny(uri, gone)) project.delete(uri);
  const folders = outermost(session.folders.map(withoutSlash));
  let isWhole = false;
  for (const [uri, summary] of gone.size > 0 ? programFolders : [])
    if (isBelowAny(uri, gone) && programFolders.delete(uri) && summary !== '') isWhole = true;
  let isTouched = deleted.length > 0;
  const pace = pacer(host);
  project.builds.noteDisk(changed.map((uri) => spelled(session, uri)));
  for (const uri of changed) {
    const own = spelled(session, uri);
    const isCode = isProgramUri(own) || isTerraformUri(own);
    isTouched ||= !isCode || disk.has(own);
    const isInWhole = project.builds.wholeFolders.has(pathOfUri(own));
    if (!isInWhole && project.builds.isNeeded(own) && (await readForBuild(server, uri))) continue;
    const folder = folders.find((each) => uri.startsWith(`${each}/`));
    const search = isInWhole ? wholeSearchIn : searchIn;
    const found =
      (folder === undefined ? undefined : await host.find(folder, uri, search(session, folder))) ??
      (await knownProgram(server, own));
    const before = programFolders.get(own) ?? '';
    const isForeign = typeof found === 'object' && isForeignModule(session, own, found.text);
    if (found === 'folder') isWhole = true;
    else if (isForeign) project.delete(own);
    else if (found && (await isReadable(server, own, found.text))) addFile(session, own, found.text);
    else project.delete(own);
    isWhole ||= isProjectFile(own) && (programFolders.get(own) ?? '') !== before;
    isTouched ||= found !== undefined && !isForeign;
    if (!isForeign) await readModule(server, own);
    await pace();
  }
  if (!isTouched) return 'nothing';
  project.place();
  await readForBuilds(server);
  return isWhole ? 'whole' : 'part';
}

/** True for a file of Terraform in a folder without anything of ours. */
function isForeignModule({ project }: Session, uri: string, text: string): boolean {
  return isTerraformUri(uri) && !mayDeclareOurs(text) && !project.modules.isConcerned(uri);
}

/** A program that only the search found, because a Pulumi.yaml elsewhere names its folder. */
async function knownProgram({ session, host }: IndexedServer, uri: string): Promise<FoundText | undefined> {
  const code = session.disk.has(uri) ? codeOf(pathOfUri(uri)) : undefined;
  const text = code && (await host.readFile(uri));
  return code && text !== undefined && mayConstruct(code.language, text) ? { uri, text } : undefined;
}

/** The URIs of the files of the disk of which something is known. */
function known({ disk, project }: Session): readonly string[] {
  return [...disk.keys(), ...project.builds.dropped.values()];
}
