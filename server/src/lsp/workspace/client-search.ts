/** Searches folders that only the client can list and read; the same files are left out as on the platform's own disk. */
import { ignoring } from '../../config/patterns.ts';
import type { IsExcluded } from '../../config/patterns.ts';
import type { Batch, FoundText, Host, FileSearch } from '../host.ts';
import { isManifest } from './indexing.ts';

/** A file or folder, as the client lists it. */
export interface Listed {
  readonly name: string;
  readonly uri: string;
  /** False for a link to a folder, which may lead round in a circle. */
  readonly isFolder: boolean;
}

/** How the client's file system is reached. */
export interface Remote extends Pick<Host, 'readFile'> {
  /** What a folder holds; undefined where it cannot be read. */
  readonly list: (folder: string) => Promise<readonly Listed[] | undefined>;
}

/** How many folders or files are asked for together: on a file system behind a network each takes its time. */
const atOnce = 32;

/** Rules of one .gitignore, and the path of its folder below the one that is searched, with a slash at its end. */
interface Scope {
  readonly path: string;
  readonly rules: IsExcluded;
}

interface Folder {
  readonly uri: string;
  readonly path: string;
  /** Those of the folders above, from the outermost on. */
  readonly scopes: readonly Scope[];
}

export async function* searchRemote(folder: string, search: FileSearch, remote: Remote): AsyncGenerator<Batch> {
  const folders: Folder[] = [{ uri: folder, path: '', scopes: [] }];
  const files: Listed[] = [];
  while (folders.length + files.length > 0) {
    if (files.length >= atOnce || folders.length === 0) {
      yield await readFiles(files.splice(0, atOnce), search, remote);
      continue;
    }
    const looked = await Promise.all(folders.splice(0, atOnce).map((each) => lookInto(each, search, remote)));
    folders.push(...looked.flatMap((each) => each.folders));
    files.push(...looked.flatMap((each) => each.files));
    yield { texts: [], count: 0, problems: looked.flatMap(({ problem }) => problem ?? []) };
  }
}

/** The file, if a search through the folder would find it; or that it is a folder through which the search would go. */
export async function findRemote(
  folder: string,
  uri: string,
  search: FileSearch,
  remote: Remote,
): Promise<FoundText | 'folder' | undefined> {
  const isFolder = !isManifest(uri);
  const names = uri.slice(folder.length + 1).split('/');
  let at: Folder = { uri: folder, path: '', scopes: [] };
  for (const [i, name] of names.entries()) {
    const scopes = [...at.scopes, ...(await scopesOf(at, search, remote))];
    const path = at.path + decoded(name) + (isFolder || i < names.length - 1 ? '/' : '');
    if (isLeftOut(path, decoded(name), scopes)) return undefined;
    at = { uri: `${at.uri}/${name}`, path, scopes };
  }
  if (isFolder) return (await remote.list(uri)) && 'folder';
  const { texts } = await readFiles([{ name: decoded(names.at(-1) ?? ''), uri, isFolder }], search, remote);
  return texts[0];
}

async function lookInto(
  folder: Folder,
  search: FileSearch,
  remote: Remote,
): Promise<{ readonly folders: readonly Folder[]; readonly files: readonly Listed[]; readonly problem?: string }> {
  const listed = await remote.list(folder.uri);
  if (!listed) return { folders: [], files: [], problem: `${folder.uri} cannot be read.` };
  const hasRules = folder.path === '' || listed.some(({ name }) => name === '.gitignore');
  const scopes = [...folder.scopes, ...(hasRules ? await scopesOf(folder, search, remote) : [])];
  const kept = listed.filter(
    ({ name, isFolder }) => !isLeftOut(folder.path + name + (isFolder ? '/' : ''), name, scopes),
  );
  const inside = kept.filter(({ isFolder }) => isFolder);
  return {
    folders: inside.map(({ name, uri }) => ({ uri, path: `${folder.path}${name}/`, scopes })),
    files: kept.filter(({ isFolder, uri }) => !isFolder && isManifest(uri)),
  };
}

/** Those that begin to hold in the folder; at the top the settings have their say, too. */
async function scopesOf({ uri, path }: Folder, { exclude }: FileSearch, remote: Remote): Promise<readonly Scope[]> {
  const own = await remote.readFile(`${uri}/.gitignore`);
  const scopes = own === undefined ? [] : [{ path, rules: ignoring(own) }];
  return path === '' && exclude ? [...scopes, { path, rules: exclude }] : scopes;
}

/** The innermost rules that say something about the path decide. */
function isLeftOut(path: string, name: string, scopes: readonly Scope[]): boolean {
  if (path.endsWith('/') && (name === 'node_modules' || name === '.git')) return true;
  for (const scope of scopes.toReversed()) {
    const isIgnored = scope.rules(path.slice(scope.path.length));
    if (isIgnored !== undefined) return isIgnored;
  }
  return false;
}

async function readFiles(files: readonly Listed[], { largest, isWanted }: FileSearch, remote: Remote): Promise<Batch> {
  const read = async ({ name, uri }: Listed): Promise<FoundText | string | undefined> => {
    const text = await remote.readFile(uri);
    if (text === undefined) return `${uri} cannot be read.`;
    if (text.length > largest) return `${uri} is larger than ${Math.floor(largest / 1024)} KiB and is left out.`;
    return isWanted(name, text) ? { uri, text } : undefined;
  };
  const found = await Promise.all(files.map(read));
  return {
    texts: found.filter((each) => typeof each === 'object'),
    count: files.length,
    problems: found.filter((each) => typeof each === 'string'),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not encoded at all, then.
    return part;
  }
}
