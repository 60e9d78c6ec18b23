/** Walks through a directory without what .gitignore excludes, and without ever following a link to another directory. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isIgnored, isLeftOut, isSkipped, type IgnoreScope } from '../config/ignore-scopes.ts';
import { ignoring, type IsExcluded } from '../config/patterns.ts';
import { linkStat, reason, slashed } from './paths.ts';
import { readSmall } from './read-bytes.ts';

/** A file, or a directory that cannot be read. */
export type WalkedPath = { readonly path: string; readonly problem?: string };

export interface WalkOptions {
  readonly isWanted: (name: string) => boolean;
  /** What the settings leave out, by the path below the directory. */
  readonly exclude?: IsExcluded | undefined;
  /** Called with each directory before it is read. */
  readonly visit?: (folder: string) => void;
  /** Called with each directory that is left out by default. */
  readonly onLeftOut?: (folder: string) => void;
  /** False for a directory below that is not searched. */
  readonly isEntered?: (folder: string) => boolean;
}

/** Sorted within each directory. */
export function* walk(folder: string, options: WalkOptions): Generator<WalkedPath> {
  yield* walkBelow(folder, scopesIn(folder, options), options);
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
    if (isFolder ? !isDirectory(at) : !options.isWanted(part)) return false;
    return !isSkipped(slashed(at), isFolder, scopes);
  });
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

function* walkBelow(folder: string, scopes: readonly IgnoreScope[], options: WalkOptions): Generator<WalkedPath> {
  options.visit?.(folder);
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    yield { path: folder, problem: reason(error) };
    return;
  }
  const start = folder.endsWith(sep) ? folder : folder + sep;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const isFolder = entry.isDirectory();
    if (!isFolder && !options.isWanted(entry.name)) continue;
    const path = start + entry.name;
    if (isSkipped(slashed(path), isFolder, scopes)) {
      const isMet = isFolder && isLeftOut(slashed(path), scopes) && !isIgnored(slashed(path), true, scopes);
      if (isMet) options.onLeftOut?.(path);
      continue;
    }
    if (isFolder && options.isEntered?.(path) === false) continue;
    if (isFolder) yield* walkBelow(path, [...scopes, ...scopeOf(path)], options);
    else if (entry.isFile() || (entry.isSymbolicLink() && isFile(path))) yield { path };
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
