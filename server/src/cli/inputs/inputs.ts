/** Finds the files, directories and globs of the command line. An unreadable path is a problem, never an exception. */
import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exclusion } from '../../config/config.ts';
import { isLeftOut, isNeverSearched } from '../../config/ignore-scopes.ts';
import { exclusionsIn } from '../../config/patterns.ts';
import { programRules } from '../../frontends/code/program-folders.ts';
import type { Span } from '../../text/span.ts';
import type { SourceFile } from '../../tree/document.ts';
import { standardInput, type FilePlace } from '../../reports/report.ts';
import { leftOutText } from '../../reports/summary.ts';
import { expandGlob, isGlob } from './globs.ts';
import { isProgramBelow, walk, type WalkOptions } from '../../disk/walk.ts';
import { isBelow, isUnreachable, reason, slashed } from '../../disk/paths.ts';
import { isMarkdownName, isScriptName, isWantedName, type WantedFiles } from './wanted-names.ts';

export interface Input {
  /** The name to show, in the form of the command line. */
  readonly name: string;
  /** Undefined for standard input without a name. */
  readonly path: string | undefined;
  /** True if standard input holds the text of the file at this path, which may not exist. */
  readonly isStdin?: boolean;
  /** True if the command line names this file, so that every problem with it is reported. */
  readonly isNamed: boolean;
  /** True for a regular file that was found in a directory: its type is not checked again. */
  readonly isPlain?: boolean;
  /** A symbolic link must not lead to a target outside of this directory when the file is written. */
  readonly root?: string;
  /** Reads a text of another language: Markdown, a shell script or a template. Such a file is checked alone and never written. */
  readonly read?: (text: string) => SourceFile;
  /** True for a text that is not read unless its file is named, such as most shell scripts. */
  readonly isSkipped?: (text: string) => boolean;
  /** True where programs are read as plain texts, also those without resources. */
  readonly isAnyText?: boolean;
  /** The most bytes that are read of a file; undefined for the default. */
  readonly largest?: number;
  /** True if `# Source:` comments in the text name its source files. */
  readonly isStream?: boolean;
  /** For what a kustomization builds. */
  readonly built?: BuiltText;
  /** What was read of it before: standard input cannot be read twice. */
  readonly content?: { readonly text: string; readonly bom: string };
}

/** A text that no file holds. */
export interface BuiltText {
  readonly uri: string;
  readonly text: string;
  /** Where a span of the text is written. */
  readonly placeOf: (span: Span) => FilePlace;
}

export interface Inputs {
  readonly files: readonly Input[];
  readonly problems: readonly string[];
  /** Directories that are left out by default, as they are shown. */
  readonly leftOut?: readonly string[];
  /** True if programs were met that are not read, because no Pulumi.yaml is above them. */
  readonly hasStrayPrograms?: boolean;
  /** The URI of the folder whose kustomization alone is built; undefined to build all roots. */
  readonly root?: string;
  /** Finds the files around the inputs, which are read for their relations and never reported. */
  readonly findAround?: () => Around;
}

/** What the inputs have around them. */
export interface Around {
  readonly files: readonly Input[];
  /** The folders that were searched with everything below them. */
  readonly folders: readonly string[];
  /** False where too much is around the inputs: then only the nearest folders are searched. */
  readonly isWhole: boolean;
  /** The manifests at a path that a kustomization includes, unless the search has come there. */
  readonly include: (path: string) => readonly Input[];
}

export interface FoundInputs extends Inputs {
  /** True for a file that a pattern with ! excludes. */
  readonly isExcluded: (path: string) => boolean;
  /** What is skipped, for a person; not a problem. */
  readonly notes: readonly string[];
  /** True if standard input lists manifests and none of them exists. */
  readonly areNamesGone: boolean;
}

export interface InputSearch extends WantedFiles {
  /** Names from standard input. Missing files and files that are not manifests are skipped. */
  readonly names?: readonly string[];
  /** The path of the file whose text standard input holds. */
  readonly stdinName?: string | undefined;
  /** The most bytes that are read of a file. */
  readonly largest?: number | undefined;
  /** The exclusions of the settings, for files in directories. */
  readonly exclude?: readonly Exclusion[];
}

interface Finds {
  readonly cwd: string;
  readonly files: Map<string, Input>;
  readonly problems: string[];
  readonly notes: string[];
  readonly leftOut: string[];
  hasStrayPrograms: boolean;
  readonly wanted: Pick<WalkOptions, 'isWanted' | 'programs'>;
  readonly stdinName: string | undefined;
  readonly exclude: readonly Exclusion[];
}

/** The files without duplicates, in the order of the command line and sorted within a directory. */
export function findInputs(paths: readonly string[], cwd: string, search: InputSearch = {}): FoundInputs {
  const wanted = wantedIn(search);
  const { exclude = [], stdinName } = search;
  const empty = { files: new Map(), problems: [], notes: [], leftOut: [], hasStrayPrograms: false };
  const finds: Finds = { cwd, ...empty, wanted, stdinName, exclude };
  const without = paths.filter((path) => isExclusion(path, cwd));
  const named = paths.filter((path) => !without.includes(path));
  // Only exclusions: they apply to the current directory.
  for (const path of named.length === 0 && !search.names ? ['.'] : named) addPath(path, finds);
  const areNamesGone = addMet(search.names ?? [], finds);
  const exclusions = without.map((path) => excludeInputs(path.slice(1), finds));
  const isExcluded = (path: string): boolean => exclusions.some((test) => test(path));
  const { problems, notes } = finds;
  const { largest, hasAnyText: isAnyText } = search;
  const files = [...finds.files.values()];
  const more = { ...(largest !== undefined && { largest }), ...(isAnyText && { isAnyText }) };
  return {
    files: largest === undefined && !isAnyText ? files : files.map((input) => ({ ...input, ...more })),
    problems,
    notes,
    leftOut: [...new Set(finds.leftOut)],
    hasStrayPrograms: finds.hasStrayPrograms,
    areNamesGone,
    isExcluded,
  };
}

/** The notes of a command whose report does not name the directories that are left out. */
export function notesOn({ notes, leftOut = [] }: Pick<FoundInputs, 'notes' | 'leftOut'>): readonly string[] {
  return leftOut.length > 0 ? [...notes, leftOutText(leftOut)] : notes;
}

/** What a search takes from a directory. */
export function wantedIn(search: WantedFiles): Pick<WalkOptions, 'isWanted' | 'programs'> {
  return {
    isWanted: (name) => isWantedName(name, search),
    programs: search.hasLanguages || search.hasPrograms ? programRules : undefined,
  };
}

export function isScript({ name, path }: Input): boolean {
  return path !== undefined && isScriptName(name);
}

export function isMarkdown({ name, path }: Input): boolean {
  return path !== undefined && isMarkdownName(name);
}

function addPath(path: string, finds: Finds): void {
  const { cwd, problems } = finds;
  const absolute = resolve(cwd, path);
  const from = isAbsolute(path) ? undefined : cwd;
  const kind = path === '-' ? 'stdin' : path === '' ? 'nothing' : kindOf(absolute);
  if (kind === 'stdin') addStdin(finds);
  else if (kind === 'nothing') problems.push('An empty path names nothing. Name a file, a directory or a glob.');
  else if (kind === 'directory') addDirectory(absolute, shownPath(absolute, from), finds);
  else if (kind === 'file') addFile(absolute, from, true, finds);
  else if (isGlob(path)) {
    const found = expandGlob(path, cwd, { problems });
    if (found.length === 0) problems.push(`No file matches ${path}. ${slashAdvice(path) ?? 'Check the pattern.'}`);
    for (const each of found) {
      if (isUnreachable(each)) finds.notes.push(unreachableText(shownPath(each, from)));
      else if (finds.wanted.isWanted(each) || !isMarkdownName(each)) addFile(each, from, false, finds);
    }
  } else
    problems.push(`${path} ${kind === 'missing' ? 'does not exist' : kind}. ${slashAdvice(path) ?? 'Check the path.'}`);
}

/** A named text takes the place of the file on the disk. */
function addStdin({ cwd, files, stdinName }: Finds): void {
  if (stdinName === undefined) {
    files.set('-', { name: standardInput, path: undefined, isNamed: true });
    return;
  }
  const path = resolve(cwd, stdinName);
  files.set(path, {
    name: shownPath(path, isAbsolute(stdinName) ? undefined : cwd),
    path,
    isNamed: true,
    isStdin: true,
  });
}

function addDirectory(folder: string, shown: string, finds: Finds): void {
  const { files, problems, notes, leftOut, wanted, exclude } = finds;
  const isExcluded = exclude.length > 0 ? exclusionsIn(pathToFileURL(folder).href, exclude) : undefined;
  const start = folder.endsWith(sep) ? folder.length : folder.length + 1;
  const lead = shown === '' || shown.endsWith('/') ? shown : `${shown}/`;
  const nameOf = (path: string): string => lead + slashed(path.slice(start));
  const onLeftOut = (path: string): void => void leftOut.push(nameOf(path));
  const onStraySource = (): void => void (finds.hasStrayPrograms = true);
  for (const { path, problem } of walk(folder, { ...wanted, exclude: isExcluded, onLeftOut, onStraySource })) {
    const name = nameOf(path);
    if (isUnreachable(path)) notes.push(unreachableText(name));
    else if (problem !== undefined) {
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

function unreachableText(name: string): string {
  return `${name} is skipped, because its name is not UTF-8. Rename it.`;
}

/** True if no file exists: git also lists deleted files. It can also list the directory of a submodule. */
function addMet(names: readonly string[], finds: Finds): boolean {
  const { cwd, wanted, problems, exclude } = finds;
  const isExcluded = exclusionsIn(pathToFileURL(cwd).href, exclude);
  const scopes = isExcluded ? [{ start: 0, isExcluded, isSetting: true as const }] : [];
  const search = { ...wanted, exclude: isExcluded };
  const met = names.filter((name) => wanted.isWanted(name) || isProgramBelow(resolve(cwd, name), cwd, search));
  let missing = 0;
  for (const name of met) {
    const path = resolve(cwd, name);
    const kind = kindOf(path);
    if (kind === 'missing') missing++;
    else if (kind === 'directory' || isExcluded?.(shownPath(path, cwd)) === true) continue;
    else if (folders(shownPath(path, cwd)).some((each) => isNeverSearched(each) || isLeftOut(each, scopes))) continue;
    else if (kind === 'file') addFile(path, isAbsolute(name) ? undefined : cwd, false, finds);
    else problems.push(`${name} ${kind}. Check its permissions.`);
  }
  return met.length > 0 && missing === met.length;
}

/** The directories in a relative path, the outermost first. */
function folders(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
}

/** `!(a|b)` is a pattern without a negation, and a file can have this name. */
function isExclusion(path: string, cwd: string): boolean {
  return /^!(?!\()/.test(path) && !existsSync(resolve(cwd, path));
}

/** A file that is named directly is not excluded. Returns the test for other files. */
function excludeInputs(path: string, { cwd, files, problems }: Finds): (path: string) => boolean {
  if (path === '') problems.push('"!" leaves out nothing. Write a glob or a directory behind it.');
  const folder = resolve(cwd, path);
  const found = new Set(path === '' ? [] : expandGlob(path, cwd, { isWithDirectories: true, problems }));
  const isExcluded = (own: string): boolean => found.has(own) || (path !== '' && isBelow(own, folder));
  for (const [key, { isNamed, path: own }] of files)
    if (!isNamed && own !== undefined && isExcluded(own)) files.delete(key);
  return isExcluded;
}

/** As the command line wrote it, relative or absolute, with forward slashes on every system. */
export function shownPath(path: string, from: string | undefined): string {
  return slashed(from === undefined ? path : relative(from, path));
}

/** `file`, `directory`, `missing`, or why the type is unknown. */
function kindOf(path: string): string {
  try {
    const stat = statSync(path);
    return stat.isDirectory() ? 'directory' : 'file';
  } catch (error) {
    return reason(error) === 'ENOENT' || reason(error) === 'ENOTDIR' ? 'missing' : `cannot be read (${reason(error)})`;
  }
}

/** For a user who writes backslashes. */
function slashAdvice(path: string): string | undefined {
  if (sep !== '/' || !/\\[\w.*]/.test(path)) return undefined;
  return `Write / between directories: ${path.replaceAll('\\', '/')}`;
}
