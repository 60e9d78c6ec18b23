/** Finds the manifests around the inputs, so that a run on a part relates its files as a run on the whole repository does. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exclusion } from '../../config/config.ts';
import { exclusionsIn } from '../../config/patterns.ts';
import { programRules } from '../../frontends/code/program-folders.ts';
import { isBelow, isUnreachable, slashed, targetStat } from '../../disk/paths.ts';
import { walk } from '../../disk/walk.ts';
import type { Around, Input } from './inputs.ts';
import { isWantedName } from './wanted-names.ts';

export interface AroundSearch {
  readonly cwd: string;
  readonly exclude: readonly Exclusion[];
  /** The most bytes that are read of a file; undefined for the default. */
  readonly largest: number | undefined;
  /** True for a file that the command line or another option leaves out. */
  readonly isExcluded: (path: string) => boolean;
  /** True for all texts, not only manifests and programs. */
  readonly hasAnyText?: boolean;
}

/** More manifests or folders than these are not searched: reading them would take longer than a second. */
export const mostAround = 10_000;

/** Outside of a repository, a larger directory may be a home directory, where only neighbours belong together. */
const mostUnbound = 1_000;

/**
 * Searches from the folder of each input outwards: up to the root of its repository, or else up to the current
 * directory. A folder is searched wholly or not at all, so the objects that are nearest to the inputs are certain.
 */
export function findAround(inputs: readonly Input[], search: AroundSearch): Around {
  const starts = [...new Set(inputs.flatMap(startOf))];
  const tops = new Map(starts.map((folder) => [folder, topOf(folder, search.cwd)]));
  const isBound = [...tops.values()].some(isRepository);
  const found = new Found(inputs, search, isBound);
  for (const folder of starts) found.addFolder(folder, false);
  for (let ring = starts; ring.length > 0 && found.isWhole;) {
    const next = new Set<string>();
    for (const folder of ring.filter((each) => !found.has(each))) found.addFolder(folder, true);
    if (!found.isWhole && !isBound) {
      found.isWhole = true;
      break;
    }
    for (const folder of ring) {
      const top = tops.get(folder) ?? folder;
      if (folder === top) continue;
      next.add(dirname(folder));
      tops.set(dirname(folder), top);
    }
    ring = [...next];
  }
  return found;
}

/** The folder of a named file; the searched directory of another one. */
function startOf({ path, isPlain, root }: Input): readonly string[] {
  if (path === undefined) return [];
  return [isPlain && root !== undefined ? root : dirname(path)];
}

/** The root of the repository around the folder; without one the current directory, or else the folder itself. */
function topOf(folder: string, cwd: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (isRepository(at)) return at;
    if (dirname(at) === at) return isBelow(folder, cwd) ? cwd : folder;
  }
}

function isRepository(folder: string): boolean {
  return existsSync(join(folder, '.git'));
}

class Found implements Around {
  readonly #search: AroundSearch;
  readonly #inputs: ReadonlySet<string>;
  readonly #files = new Map<string, Input>();
  /** Searched with everything below them: for the inputs, and around them. */
  readonly #covered: ReadonlySet<string>;
  readonly #folders = new Set<string>();
  #visits = 0;
  /** True where nothing outside of a repository is read. */
  readonly #isBound: boolean;
  isWhole = true;

  constructor(inputs: readonly Input[], search: AroundSearch, isBound: boolean) {
    this.#search = search;
    this.#isBound = isBound;
    this.#inputs = new Set(inputs.flatMap(({ path }) => path ?? []));
    this.#covered = new Set(inputs.flatMap(({ isPlain, root }) => (isPlain && root) || []));
  }

  get files(): readonly Input[] {
    return [...this.#files.values()];
  }

  get folders(): readonly string[] {
    return [...this.#folders];
  }

  has(folder: string): boolean {
    for (let at = folder; !this.#isSearched(at); at = dirname(at)) if (dirname(at) === at) return false;
    return true;
  }

  /** Adds the manifests of the folder, and those below it if `isDeep`; none of them where there are too many. */
  addFolder(folder: string, isDeep: boolean): void {
    if (!this.isWhole || this.has(folder)) return;
    const paths: string[] = [];
    const isEntered = (below: string): boolean => isDeep && this.isWhole && !this.#isSearched(below) && this.#visit();
    for (const { path, problem } of walk(folder, { ...this.#options(folder), isEntered })) {
      if (problem === undefined && this.#isNew(path)) paths.push(path);
      if (this.#files.size + paths.length > mostAround) this.isWhole = false;
      if (!this.isWhole) break;
    }
    if (!this.isWhole) return;
    for (const path of paths) this.#files.set(path, this.#inputOf(path, folder));
    if (isDeep) this.#folders.add(folder);
  }

  include(path: string): readonly Input[] {
    if (this.#isBound || this.has(path) || this.has(dirname(path))) return [];
    const before = this.#files.size;
    const stat = targetStat(path);
    if (stat?.isDirectory() === true) this.addFolder(path, false);
    else if (stat?.isFile() === true && isWantedName(path, {}) && this.#isNew(path))
      this.#files.set(path, this.#inputOf(path, dirname(path)));
    return this.files.slice(before);
  }

  #options(folder: string) {
    const exclude = exclusionsIn(pathToFileURL(folder).href, this.#search.exclude);
    const { hasAnyText } = this.#search;
    const wanted = { ...(hasAnyText && { hasAnyText }) };
    return {
      isWanted: (name: string) => isWantedName(name, wanted),
      programs: hasAnyText ? undefined : programRules,
      exclude,
    };
  }

  #isSearched(folder: string): boolean {
    return this.#covered.has(folder) || this.#folders.has(folder);
  }

  #visit(): boolean {
    if (++this.#visits > (this.#isBound ? mostAround : mostUnbound)) this.isWhole = false;
    return this.isWhole;
  }

  #isNew(path: string): boolean {
    return !this.#files.has(path) && !this.#inputs.has(path) && !this.#search.isExcluded(path) && !isUnreachable(path);
  }

  #inputOf(path: string, root: string): Input {
    const { cwd, largest } = this.#search;
    const limit = largest === undefined ? {} : { largest };
    const isAnyText = this.#search.hasAnyText ? { isAnyText: true } : {};
    return { name: slashed(relative(cwd, path)), path, isNamed: false, isPlain: true, root, ...limit, ...isAnyText };
  }
}
