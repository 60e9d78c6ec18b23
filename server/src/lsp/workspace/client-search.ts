/** Searches folders that only the client can list and read, and skips the same files as a search of the disk. */
import { isSkipped, isWithoutPrograms, type IgnoreScope } from '../../config/ignore-scopes.ts';
import { ignoring } from '../../config/patterns.ts';
import { projectFileNames, readProgramFolder, type ProgramFolder } from '../../frontends/code/program-folders.ts';
import type { Batch, FoundText, Host, FileSearch } from '../host.ts';
import { isSearched } from './searches.ts';
import { isProgramUri } from './programs.ts';

export interface Listed {
  readonly name: string;
  readonly uri: string;
  /** False for a link to a folder, which can form a cycle. */
  readonly isFolder: boolean;
}

export interface Remote extends Pick<Host, 'readFile'> {
  /** Undefined for an unreadable folder. */
  readonly list: (folder: string) => Promise<readonly Listed[] | undefined>;
}

/** Requested together, because each request takes time on a network. */
const atOnce = 32;

interface Folder {
  readonly uri: string;
  /** Relative to the searched folder, with a slash at its end. */
  readonly path: string;
  /** Of the folders above, the outermost first. */
  readonly scopes: readonly IgnoreScope[];
  /** That of the folder above; undefined without one. */
  readonly program: ProgramFolder | undefined;
}

/** Of a folder with copies of programs. */
const copies: ProgramFolder = { isSource: () => false, main: undefined, summary: '' };

export async function* searchRemote(folder: string, search: FileSearch, remote: Remote): AsyncGenerator<Batch> {
  const folders: Folder[] = [{ uri: folder, path: '', scopes: [], program: undefined }];
  const files: Listed[] = [];
  while (folders.length + files.length > 0) {
    if (files.length >= atOnce || folders.length === 0) {
      yield await readFiles(files.splice(0, atOnce), search, remote);
      continue;
    }
    const searched = await Promise.all(folders.splice(0, atOnce).map((each) => lookInto(each, search, remote)));
    if (!search.isFlat) folders.push(...searched.flatMap((each) => each.folders));
    files.push(...searched.flatMap((each) => each.files));
    yield { texts: [], count: 0, problems: searched.flatMap(({ problem }) => problem ?? []) };
  }
}

/** The file, if a search through the folder would find it; `folder` for a folder that the search would enter. */
export async function findRemote(
  folder: string,
  uri: string,
  search: FileSearch,
  remote: Remote,
): Promise<FoundText | 'folder' | undefined> {
  const isSource = !search.isOther && isProgramUri(uri);
  const names = uri.slice(folder.length + 1).split('/');
  const name = decoded(names.at(-1) ?? '');
  // What is no file is a folder with such a name.
  const isText = search.isOther?.(name) === true;
  const isFolder = !isSearched(uri) && !isSource && !isText;
  let at: Folder = { uri: folder, path: '', scopes: [], program: undefined };
  for (const [i, part] of names.entries()) {
    const isLast = i === names.length - 1;
    const scopes = [...at.scopes, ...(await scopesOf(at, search, remote))];
    const path = at.path + decoded(part);
    if (isSkipped(path, isFolder || !isLast, scopes)) return undefined;
    const has = isSource ? namesIn((await remote.list(at.uri)) ?? []) : undefined;
    const program = has && (await programIn(at, has, remote));
    if (has && isLast && !program?.isSource(name, has)) return undefined;
    at = { uri: `${at.uri}/${part}`, path: `${path}/`, scopes, program: belowIn(path, program, scopes) };
  }
  if (isFolder) return (await remote.list(uri)) && 'folder';
  const { texts, problems } = await readFiles([{ name, uri, isFolder }], search, remote);
  return texts[0] ?? (isText && problems.length > 0 && (await remote.list(uri)) ? 'folder' : undefined);
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
  const included = listed.filter(({ name, isFolder }) => !isSkipped(folder.path + name, isFolder, scopes));
  const inside = included.filter(({ isFolder }) => isFolder);
  const has = namesIn(listed);
  const program = await programIn(folder, has, remote);
  return {
    folders: inside.map(({ name, uri }) => {
      const path = folder.path + name;
      return { uri, path: `${path}/`, scopes, program: belowIn(path, program, scopes) };
    }),
    files: included.filter(
      ({ isFolder, name, uri }) =>
        !isFolder && (isSearched(uri) || (search.isOther ? search.isOther(name) : program?.isSource(name, has))),
    ),
  };
}

function namesIn(listed: readonly Listed[]): (name: string) => boolean {
  const names = new Set(listed.map(({ name }) => name));
  return (name) => names.has(name);
}

/** The program of a folder whose files have these names. */
async function programIn(
  { uri, program }: Folder,
  has: (name: string) => boolean,
  remote: Remote,
): Promise<ProgramFolder | undefined> {
  const name = program === copies ? undefined : projectFileNames.find(has);
  return name === undefined ? program : readProgramFolder((await remote.readFile(`${uri}/${name}`)) ?? '');
}

function belowIn(
  path: string,
  program: ProgramFolder | undefined,
  scopes: readonly IgnoreScope[],
): ProgramFolder | undefined {
  return program && isWithoutPrograms(path, scopes) ? copies : program;
}

async function scopesOf(
  { uri, path }: Folder,
  { exclude }: FileSearch,
  remote: Remote,
): Promise<readonly IgnoreScope[]> {
  const own = await remote.readFile(`${uri}/.gitignore`);
  const start = path.length;
  return [
    ...(own === undefined ? [] : [{ start, isExcluded: ignoring(own) }]),
    ...(path === '' && exclude ? [{ start, isExcluded: exclude, isSetting: true as const }] : []),
  ];
}

async function readFiles(files: readonly Listed[], { largest, isWanted }: FileSearch, remote: Remote): Promise<Batch> {
  const read = async ({ name, uri }: Listed): Promise<FoundText | string | undefined> => {
    const text = await remote.readFile(uri);
    if (text === undefined) return `${uri} cannot be read.`;
    if (text.length > largest) return `${uri} is larger than ${Math.floor(largest / 1024)} KiB and is ignored.`;
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
    // It is not encoded.
    return part;
  }
}
