/** Walks through a directory without what .gitignore excludes, and without ever following a link to another directory. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ignoring } from '../config/patterns.ts';
import type { IsExcluded } from '../config/patterns.ts';
import { linkStat, reason, slashed } from './paths.ts';
import { readSmall } from './read-bytes.ts';

/** A file, or a directory that cannot be read. */
export type WalkedPath = { readonly path: string; readonly problem?: string };

export interface WalkOptions {
  /** Asked with the name of a file. */
  readonly isWanted: (name: string) => boolean;
  /** What else is left out, by the path from the directory on. */
  readonly exclude?: IsExcluded | undefined;
  /** Called with each directory before it is looked into. */
  readonly visit?: (folder: string) => void;
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
    if (isFolder ? isNeverRead(part) || !isDirectory(at) : !options.isWanted(part)) return false;
    return !isIgnored(at, isFolder, scopes);
  });
}

/** False for a link, which may lead anywhere. */
export function isDirectory(path: string): boolean {
  return linkStat(path)?.isDirectory() === true;
}

/** Rules, such as those of one .gitignore, and the directory that they hold for. */
interface Scope {
  readonly folder: string;
  readonly isExcluded: IsExcluded;
}

function scopesIn(folder: string, { exclude }: WalkOptions): readonly Scope[] {
  const own = exclude ? [{ folder, isExcluded: exclude }] : [];
  return [...scopesFor(folder), ...scopeOf(folder), ...own];
}

function* walkBelow(folder: string, scopes: readonly Scope[], options: WalkOptions): Generator<WalkedPath> {
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
    if (isFolder ? isNeverRead(entry.name) : !options.isWanted(entry.name)) continue;
    const path = start + entry.name;
    if (scopes.length > 0 && isIgnored(path, isFolder, scopes)) continue;
    if (isFolder) yield* walkBelow(path, [...scopes, ...scopeOf(path)], options);
    else if (entry.isFile() || (entry.isSymbolicLink() && isFile(path))) yield { path };
  }
}

function isNeverRead(folder: string): boolean {
  return folder === 'node_modules' || folder === '.git';
}

/** False for a link that leads nowhere, or round in a circle. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The innermost .gitignore that says something about the path decides. */
function isIgnored(path: string, isFolder: boolean, scopes: readonly Scope[]): boolean {
  for (const { folder, isExcluded } of scopes.toReversed()) {
    // The path is always below the folder, so that nothing needs to be resolved.
    const below = path.slice(folder.endsWith(sep) ? folder.length : folder.length + 1);
    const said = isExcluded(slashed(below) + (isFolder ? '/' : ''));
    if (said !== undefined) return said;
  }
  return false;
}

/** A directory that is named is wanted, even where the repository ignores it. */
function scopesFor(folder: string): readonly Scope[] {
  const above = ignoresAbove(folder);
  for (let at = folder; at.length > (above[0]?.folder.length ?? Infinity); at = dirname(at)) {
    const outer = above.filter((scope) => scope.folder.length < at.length);
    if (isIgnored(at, true, outer)) return [];
  }
  return above;
}

/** The .gitignore files of the directories above, up to the root of the repository; none outside of one. */
function ignoresAbove(folder: string): Scope[] {
  const scopes: Scope[] = [];
  for (let at = folder; !isRepository(at); at = dirname(at)) {
    if (dirname(at) === at) return [];
    scopes.unshift(...scopeOf(dirname(at)));
  }
  return scopes;
}

function isRepository(folder: string): boolean {
  return existsSync(join(folder, '.git'));
}

function scopeOf(folder: string): Scope[] {
  const path = join(folder, '.gitignore');
  // Most folders have none, and an exception costs more than the question.
  if (!existsSync(path)) return [];
  try {
    const rules = readSmall(path);
    return rules === undefined ? [] : [{ folder, isExcluded: ignoring(rules) }];
  } catch (error) {
    // Without its rules nothing is left out, which is the safe side.
    if (reason(error) === String(error)) throw error;
    return [];
  }
}
