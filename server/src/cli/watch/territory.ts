/** Which directories a watched run depends on, and what a change in them means for it. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import { configFileNames } from '../../config/load.ts';
import { isGlob, literalStart } from '../inputs/globs.ts';
import type { Input } from '../inputs/inputs.ts';
import { isReached, walk } from '../../disk/walk.ts';
import { linkStat, targetStat, realPath } from '../../disk/paths.ts';

/** Nothing; another text of a file that is known; or that other files may have to be looked into. */
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
  readonly isWanted: (name: string) => boolean;
  /** Files whose every change matters, such as the settings. */
  readonly settings: readonly string[];
  /** Files that the run writes itself. */
  readonly written: readonly string[];
}

/** By directory the one in which files are looked for; undefined for one of which only single files count. */
type Roots = ReadonlyMap<string, string | undefined>;

/** The directories of what is named, of the files that were found, and those above in which settings and kustomizations may be. */
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
      return root !== undefined && isReached(path, root, { isWanted: named.isWanted }) ? 'whole' : 'nothing';
    },
    namesOf: (path) => [path, ...(links.get(path) ?? [])],
  };
}

/** True for what says how others are read, and for a path that is named and was not there. */
function isDecisive(path: string, exact: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  const name = basename(path);
  if (surroundingKind(path) !== undefined || name === '.gitignore' || configFileNames.includes(name)) return true;
  return exact.has(path) && !known.has(path);
}

/** By the file that they lead to. */
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

function rootsOf({ paths, cwd, settings }: Named, files: readonly Input[], links: Links): Roots {
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
  for (const { path } of files) if (path !== undefined) add(dirname(path));
  for (const target of links.keys()) add(dirname(target));
  for (const path of settings) if (existsSync(dirname(path))) add(dirname(path));
  for (const folder of [cwd, ...roots.keys()]) for (const above of foldersAbove(folder)) add(above);
  return roots;
}

/** The directory that a path names, or that it is in; of a glob the one that it starts in. */
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

/** Up to the root of the repository; none outside of one. */
function foldersAbove(folder: string): readonly string[] {
  const above: string[] = [];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return [];
    above.push(dirname(at));
  }
  return above;
}
