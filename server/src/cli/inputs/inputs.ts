/**
 * Finds the files that the command line names: files, directories (without what .gitignore excludes), globs, standard
 * input. A path that cannot be read is a problem, never an exception.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exclusion } from '../../config/config.ts';
import { exclusionsIn } from '../../config/patterns.ts';
import type { SourceFile } from '../../tree/document.ts';
import { standardInput } from '../../reports/report.ts';
import { expandGlob, isGlob } from './globs.ts';
import { walk } from '../../disk/walk.ts';
import { isBelow, reason, slashed } from '../../disk/paths.ts';

export interface Input {
  /** As it is shown: in the way the command line names it. */
  readonly name: string;
  /** Where to read it; undefined for standard input. */
  readonly path: string | undefined;
  /** True where the command line names this very file, so that nothing about it is passed over in silence. */
  readonly isNamed: boolean;
  /** True for what was met in a directory and is a regular file: it can be read without another look at what it is. */
  readonly isPlain?: boolean;
  /** The directory that links may not lead out of where the file is written. */
  readonly root?: string;
  /** Reads the text where its name does not say how: Markdown. Such a file stands alone, and is never written. */
  readonly read?: (text: string) => SourceFile;
  /** True where `# Source:` comments in the text say which files it was made of. */
  readonly isStream?: boolean;
}

export interface Inputs {
  readonly files: readonly Input[];
  readonly problems: readonly string[];
}

interface FoundInputs extends Inputs {
  /** True where standard input names manifests, and none of them is there. */
  readonly areNamesGone: boolean;
}

export interface InputSearch {
  /** Names from standard input, of which those that are gone or are no manifests are passed over. */
  readonly names?: readonly string[];
  /** True where Markdown is looked for in directories, too. */
  readonly hasMarkdown?: boolean;
  /** What the settings leave out of directories. */
  readonly exclude?: readonly Exclusion[];
}

/** What is being looked for, and what was found so far. */
interface Finds {
  readonly cwd: string;
  readonly files: Map<string, Input>;
  readonly problems: string[];
  readonly isWanted: (name: string) => boolean;
  readonly exclude: readonly Exclusion[];
}

/** The files, each once, in the order of the command line and sorted within a directory. */
export async function findInputs(
  paths: readonly string[],
  cwd: string,
  search: InputSearch = {},
): Promise<FoundInputs> {
  const isWanted = (name: string): boolean => isWantedName(name, search.hasMarkdown === true);
  const finds: Finds = { cwd, files: new Map(), problems: [], isWanted, exclude: search.exclude ?? [] };
  const without = paths.filter((path) => isExclusion(path, cwd));
  const named = paths.filter((path) => !without.includes(path));
  // What is left out is left out of something.
  const all = named.length === 0 && !search.names ? ['.'] : named;
  for (const path of all) await addPath(path, finds);
  const areNamesGone = addMet(search.names ?? [], finds);
  for (const path of without) await leaveOut(path.slice(1), finds);
  return { files: [...finds.files.values()], problems: finds.problems, areNamesGone };
}

/** True for what is looked for in directories. */
export function isWantedName(name: string, hasMarkdown: boolean): boolean {
  return manifest.test(name) || (hasMarkdown && markdown.test(name));
}

/** True for a Markdown file, by its name. */
export function isMarkdown({ name, path }: Input): boolean {
  return path !== undefined && markdown.test(name);
}

async function addPath(path: string, finds: Finds): Promise<void> {
  const { cwd, files, problems } = finds;
  const absolute = resolve(cwd, path);
  const from = isAbsolute(path) ? undefined : cwd;
  const kind = path === '-' ? 'stdin' : path === '' ? 'nothing' : kindOf(absolute);
  if (kind === 'stdin') files.set('-', { name: standardInput, path: undefined, isNamed: true });
  else if (kind === 'nothing') problems.push('An empty path names nothing. Name a file, a directory or a glob.');
  else if (kind === 'directory') addDirectory(absolute, shownPath(absolute, from), finds);
  else if (kind === 'file') addFile(absolute, from, true, finds);
  else if (isGlob(path)) {
    const found = await expandGlob(path, cwd);
    if (found.length === 0) problems.push(`No file matches ${path}. ${slashAdvice(path) ?? 'Check the pattern.'}`);
    for (const each of found) if (finds.isWanted(each) || !markdown.test(each)) addFile(each, from, false, finds);
  } else
    problems.push(`${path} ${kind === 'missing' ? 'does not exist' : kind}. ${slashAdvice(path) ?? 'Check the path.'}`);
}

function addDirectory(folder: string, shown: string, { files, problems, isWanted, exclude }: Finds): void {
  const isExcluded = exclude.length > 0 ? exclusionsIn(pathToFileURL(folder).href, exclude) : undefined;
  const start = folder.endsWith(sep) ? folder.length : folder.length + 1;
  const lead = shown === '' || shown.endsWith('/') ? shown : `${shown}/`;
  for (const { path, problem } of walk(folder, { isWanted, exclude: isExcluded })) {
    const name = lead + slashed(path.slice(start));
    if (problem !== undefined) {
      const where = path === folder ? shown || '.' : name;
      problems.push(`${where} cannot be read (${problem}). Check its permissions.`);
    } else if (!files.has(path)) files.set(path, { name, path, isNamed: false, isPlain: true, root: folder });
  }
}

function addFile(path: string, from: string | undefined, isNamed: boolean, { cwd, files }: Finds): void {
  const before = files.get(path);
  const root = isBelow(path, cwd) ? cwd : dirname(path);
  if (!before) files.set(path, { name: shownPath(path, from), path, isNamed, root });
  else if (isNamed) files.set(path, { ...before, isNamed });
}

/** True where none is there: git names those that were deleted, too. It may also name the directory of a submodule. */
function addMet(names: readonly string[], finds: Finds): boolean {
  const { cwd, isWanted, problems, exclude } = finds;
  const isExcluded = exclusionsIn(pathToFileURL(cwd).href, exclude);
  const wanted = names.filter(isWanted);
  let missing = 0;
  for (const name of wanted) {
    const path = resolve(cwd, name);
    const kind = kindOf(path);
    if (kind === 'missing') missing++;
    else if (kind === 'directory' || isExcluded?.(shownPath(path, cwd)) === true) continue;
    else if (kind === 'file') addFile(path, isAbsolute(name) ? undefined : cwd, false, finds);
    else problems.push(`${name} ${kind}. Check its permissions.`);
  }
  return wanted.length > 0 && missing === wanted.length;
}

/** `!(a|b)` is a pattern like others, and a file may be called so. */
function isExclusion(path: string, cwd: string): boolean {
  return /^!(?!\()/.test(path) && !existsSync(resolve(cwd, path));
}

/** A file that is named itself stays. */
async function leaveOut(path: string, { cwd, files, problems }: Finds): Promise<void> {
  if (path === '') problems.push('"!" leaves out nothing. Write a glob or a directory behind it.');
  const folder = resolve(cwd, path);
  const found = new Set(path === '' ? [] : await expandGlob(path, cwd, { isWithDirectories: true }));
  for (const [key, { isNamed, path: own }] of files)
    if (!isNamed && own !== undefined && (found.has(own) || (path !== '' && isBelow(own, folder)))) files.delete(key);
}

/** As the command line wrote it, relative or absolute, with forward slashes on every system. */
function shownPath(path: string, from: string | undefined): string {
  return slashed(from === undefined ? path : relative(from, path));
}

/** `file`, `directory`, `missing`, or why it cannot be told. */
function kindOf(path: string): string {
  try {
    const stat = statSync(path);
    return stat.isDirectory() ? 'directory' : 'file';
  } catch (error) {
    return reason(error) === 'ENOENT' || reason(error) === 'ENOTDIR' ? 'missing' : `cannot be read (${reason(error)})`;
  }
}

/** For those who are used to another system. */
function slashAdvice(path: string): string | undefined {
  if (sep !== '/' || !/\\[\w.*]/.test(path)) return undefined;
  return `Write / between directories: ${path.replaceAll('\\', '/')}`;
}

const manifest = /\.(ya?ml|json)$/i;
const markdown = /\.(?:md|markdown)$/i;
