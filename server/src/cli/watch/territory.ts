/** Finds the directories that a watched run depends on, and how a change in them affects the run. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import { configFileNames } from '../../config/load.ts';
import { isGlob, literalStart } from '../inputs/globs.ts';
import type { Input } from '../inputs/inputs.ts';
import { isReached, walk, type WalkOptions } from '../../disk/walk.ts';
import { linkStat, targetStat, realPath } from '../../disk/paths.ts';

/** How a change affects the run: none, this file's text, or the file list. */
export type PathMeaning = 'nothing' | 'text' | 'whole';

export interface Territory {
  readonly folders: ReadonlySet<string>;
  readonly meaningOf: (path: string) => PathMeaning;
  /** The path, and the links to it among the files. */
  readonly namesOf: (path: string) => readonly string[];
}

interface Named {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly wanted: WalkOptions;
  /** Files such as the settings: every change of them matters. */
  readonly settings: readonly string[];
  readonly written: readonly string[];
  /** The folders around the files in which other files are read, too. */
  readonly searched?: readonly string[];
}

/** Directory -> search root; undefined if only named files matter. */
type Roots = ReadonlyMap<string, string | undefined>;

/** The directories of named paths and found files, and those above, which can have settings and kustomizations. */
export function territoryOf(named: Named, files: readonly Input[]): Territory {
  const links = linksAmong(files);
  const roots = rootsOf(named, files, links);
  const known = new Set(files.flatMap(({ path }) => path ?? []));
  const exact = new Set([...named.settings, ...named.paths.map((path) => resolve(named.cwd, path))]);
  const written = new Set(named.written);
  return {
    folders: new Set(roots.keys()),
    meaningOf(path) {
      if (written.has(path)) return 'nothing';
      if (isDecisive(path, exact, known)) return 'whole';
      if (known.has(path)) return 'text';
      if (roots.has(path)) return 'whole';
      const root = roots.get(dirname(path));
      return root !== undefined && isReached(path, root, named.wanted) ? 'whole' : 'nothing';
    },
    namesOf: (path) => [path, ...(links.get(path) ?? [])],
  };
}

/** True for files that control how others are read, and for named paths that did not exist. */
function isDecisive(path: string, exact: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  const name = basename(path);
  if (surroundingKind(path) !== undefined || name === '.gitignore' || configFileNames.includes(name)) return true;
  return exact.has(path) && !known.has(path);
}

/** Target -> links to it. */
type Links = ReadonlyMap<string, readonly string[]>;

function linksAmong(files: readonly Input[]): Links {
  const links = new Map<string, string[]>();
  for (const { path } of files) {
    if (path === undefined || linkStat(path)?.isSymbolicLink() !== true) continue;
    const target = realPath(path);
    links.set(target, [...(links.get(target) ?? []), path]);
  }
  return links;
}

function rootsOf({ paths, cwd, settings, searched = [] }: Named, files: readonly Input[], links: Links): Roots {
  const roots = new Map<string, string | undefined>();
  const add = (folder: string, root?: string): void => {
    if (root !== undefined || !roots.has(folder)) roots.set(folder, root);
  };
  for (const path of paths) {
    const root = folderFor(path, cwd);
    if (root === resolve(cwd, path) || isGlob(path)) {
      for (const folder of foldersIn(root)) add(folder, root);
    } else add(root);
  }
  for (const root of searched) for (const folder of foldersIn(root)) add(folder, root);
  for (const { path } of files) if (path !== undefined) add(dirname(path));
  for (const target of links.keys()) add(dirname(target));
  for (const path of settings) if (existsSync(dirname(path))) add(dirname(path));
  for (const folder of [cwd, ...roots.keys()]) for (const above of foldersAbove(folder)) add(above);
  return roots;
}

/** The directory at a path, or the nearest one above; for a glob, the one that its search starts in. */
function folderFor(path: string, cwd: string): string {
  if (isGlob(path)) return literalStart(path, cwd).folder;
  for (let at = resolve(cwd, path); ; at = dirname(at)) {
    if (targetStat(at)?.isDirectory() === true || dirname(at) === at) return at;
  }
}

function foldersIn(root: string): readonly string[] {
  const folders: string[] = [];
  Array.from(walk(root, { isWanted: () => false, visit: (folder) => void folders.push(folder) }));
  return folders;
}

/** Up to the root of the repository; empty outside of a repository. */
function foldersAbove(folder: string): readonly string[] {
  const above: string[] = [];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return [];
    above.push(dirname(at));
  }
  return above;
}
