/** Walks through a directory without what .gitignore excludes, and without ever following a link to another directory. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isIgnored, isLeftOut, isSkipped, isWithoutPrograms, type IgnoreScope } from '../config/ignore-scopes.ts';
import { ignoring, type IsExcluded } from '../config/patterns.ts';
import { isBelow, linkStat, reason, slashed } from './paths.ts';
import { noProgram, programAbove, programIn, type SourceRules, type SourceScope } from './program-scopes.ts';
import { readSmall } from './read-bytes.ts';

/** A file, or a directory that cannot be read. */
export type WalkedPath = { readonly path: string; readonly problem?: string };

export interface WalkOptions {
  readonly isWanted: (name: string) => boolean;
  /** Finds the programs whose sources are wanted, too; undefined for none. */
  readonly programs?: SourceRules | undefined;
  /** What the settings leave out, by the path below the directory. */
  readonly exclude?: IsExcluded | undefined;
  /** Called with each directory before it is read. */
  readonly visit?: (folder: string) => void;
  /** Called with each directory that is left out by default. */
  readonly onLeftOut?: (folder: string) => void;
  /** Called for each file that would be a source below a file such as Pulumi.yaml, and has none above it. */
  readonly onStraySource?: () => void;
  /** False for a directory below that is not searched. */
  readonly isEntered?: (folder: string) => boolean;
}

/** Sorted within each directory. The sources of a program that is beside its Pulumi.yaml come last, some a second time. */
export function* walk(folder: string, options: WalkOptions): Generator<WalkedPath> {
  const { programs } = options;
  const outside = new Map<string, SourceScope>();
  const program = programs && programAbove(folder, programs);
  yield* walkBelow(folder, { scopes: scopesIn(folder, options), program, outside }, options);
  for (const [path, main] of outside) yield* walkMain(path, folder, main, options);
}

/** The sources of a program whose Pulumi.yaml names another folder or a file in one. */
function* walkMain(path: string, top: string, program: SourceScope, options: WalkOptions): Generator<WalkedPath> {
  const { exclude } = options;
  const folder = isDirectory(path) ? path : dirname(path);
  if (!isBelow(path, top) || !isDirectory(folder)) return;
  const own = exclude ? [{ ...scopeFor(top, exclude), isSetting: true as const }] : [];
  const scopes = [...scopesFor(folder), ...scopeOf(folder), ...own];
  yield* walkBelow(folder, { scopes, program, outside: new Map() }, { ...options, isWanted: () => false });
}

/** True where a walk through the folder would come to the file, or through the directory. */
export function isReached(path: string, folder: string, options: WalkOptions): boolean {
  const parts = relative(folder, path).split(sep);
  if (parts[0] === '..') return false;
  let scopes = scopesIn(folder, options);
  let at = folder;
  return parts.every((part, i) => {
    scopes = i === 0 ? scopes : [...scopes, ...scopeOf(at)];
    at = join(at, part);
    const isFolder = i < parts.length - 1 || isDirectory(at);
    if (isFolder ? !isDirectory(at) : !options.isWanted(part) && !isProgramBelow(at, folder, options)) return false;
    return !isSkipped(slashed(at), isFolder, scopes);
  });
}

/** True for a source of a program that a walk through the folder would come to, unless .gitignore leaves it out. */
export function isProgramBelow(path: string, folder: string, { programs, exclude }: WalkOptions): boolean {
  if (!programs?.mayBeSource(basename(path))) return false;
  const scopes = exclude ? [{ ...scopeFor(folder, exclude), isSetting: true as const }] : [];
  let program = programAbove(folder, programs);
  let at = folder;
  for (const part of relative(folder, dirname(path)).split(sep)) {
    program = programIn(at, programs, program);
    at = join(at, part);
    if (part !== '' && program && isWithoutPrograms(slashed(at), scopes)) program = noProgram;
  }
  if (at !== folder) program = programIn(at, programs, program);
  return program?.isSource(basename(path), (name) => existsSync(join(at, name))) === true;
}

/** False for a link, which may leave the directory. */
export function isDirectory(path: string): boolean {
  return linkStat(path)?.isDirectory() === true;
}

interface FolderScope extends IgnoreScope {
  readonly folder: string;
}

function scopeFor(folder: string, isExcluded: IsExcluded): FolderScope {
  return { folder, start: folder.endsWith(sep) ? folder.length : folder.length + 1, isExcluded };
}

function scopesIn(folder: string, { exclude }: WalkOptions): readonly FolderScope[] {
  const own = exclude ? [{ ...scopeFor(folder, exclude), isSetting: true as const }] : [];
  return [...scopesFor(folder), ...scopeOf(folder), ...own];
}

interface Walked {
  readonly scopes: readonly IgnoreScope[];
  /** That of the folder above. */
  readonly program: SourceScope | undefined;
  /** Collects the programs that are not below the file that describes them, by path. */
  readonly outside: Map<string, SourceScope>;
}

function* walkBelow(folder: string, walked: Walked, options: WalkOptions): Generator<WalkedPath> {
  const { scopes } = walked;
  options.visit?.(folder);
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    yield { path: folder, problem: reason(error) };
    return;
  }
  const start = folder.endsWith(sep) ? folder : folder + sep;
  let names: ReadonlySet<string> | undefined;
  const has = (name: string): boolean => (names ??= new Set(entries.map((entry) => entry.name))).has(name);
  const program = options.programs && programIn(folder, options.programs, walked.program, has);
  const main = program !== walked.program && program?.main ? resolve(folder, program.main) : folder;
  if (program && main !== folder && !isBelow(main, folder)) walked.outside.set(main, program);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const isFolder = entry.isDirectory();
    const isStray = !isFolder && !program && options.onStraySource && options.programs?.mayBeSource(entry.name);
    if (!isFolder && !isStray && !options.isWanted(entry.name) && !program?.isSource(entry.name, has)) continue;
    const path = start + entry.name;
    if (isSkipped(slashed(path), isFolder, scopes)) {
      const isMet = isFolder && isLeftOut(slashed(path), scopes) && !isIgnored(slashed(path), true, scopes);
      if (isMet) options.onLeftOut?.(path);
      continue;
    }
    if (isStray) {
      options.onStraySource?.();
      continue;
    }
    if (isFolder && options.isEntered?.(path) === false) continue;
    if (isFolder) {
      const isOut = program !== undefined && isWithoutPrograms(slashed(path), scopes);
      const inner = { ...walked, scopes: [...scopes, ...scopeOf(path)], program: isOut ? noProgram : program };
      yield* walkBelow(path, inner, options);
    } else if (entry.isFile() || (entry.isSymbolicLink() && isFile(path))) yield { path };
  }
}

/** False for a link without a target, or in a cycle. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A directory that the user names is searched, even where the repository ignores it. */
function scopesFor(folder: string): readonly FolderScope[] {
  const above = ignoresAbove(folder);
  for (let at = folder; at.length > (above[0]?.folder.length ?? Infinity); at = dirname(at)) {
    const outer = above.filter((scope) => scope.folder.length < at.length);
    if (isIgnored(slashed(at), true, outer)) return [];
  }
  return above;
}

/** The .gitignore files of the directories above, up to the root of the repository; none outside of one. */
function ignoresAbove(folder: string): FolderScope[] {
  const scopes: FolderScope[] = [];
  for (let at = folder; !isRepository(at); at = dirname(at)) {
    if (dirname(at) === at) return [];
    scopes.unshift(...scopeOf(dirname(at)));
  }
  return scopes;
}

function isRepository(folder: string): boolean {
  return existsSync(join(folder, '.git'));
}

function scopeOf(folder: string): FolderScope[] {
  const path = join(folder, '.gitignore');
  // Most folders have none, and an exception costs more than this check.
  if (!existsSync(path)) return [];
  try {
    const rules = readSmall(path);
    return rules === undefined ? [] : [scopeFor(folder, ignoring(rules))];
  } catch (error) {
    // Without its rules nothing is left out, which is safe.
    if (reason(error) === String(error)) throw error;
    return [];
  }
}
