/** Matches files with the patterns of settings, with the syntax of .gitignore: for overrides and exclusions. */
import type { Exclusion } from './config.ts';
import { ignoreLinesIn, ignoreTest } from './gitignore.ts';
import { pathBelow } from './location.ts';

/** Returns whether a path below a folder is excluded; undefined if no pattern matches. The path of a folder ends with a slash. */
export type IsExcluded = (path: string) => boolean | undefined;

/** Tests whether the last matching pattern includes the path. Unlike in .gitignore, `!` can remove a file of an included folder. */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const each = patterns.map((pattern) => {
    const isNegative = pattern.startsWith('!');
    return { isNegative, test: ignoreTest([isNegative ? pattern.slice(1) : pattern]) };
  });
  return (path) => {
    if (!isPathBelow(path)) return false;
    const last = each.findLast(({ test }) => test(path) === 'ignored');
    return last !== undefined && !last.isNegative;
  };
}

/** Tests paths with the lines of a .gitignore, or with a list of such patterns. */
export function ignoring(patterns: string | readonly string[]): IsExcluded {
  const test = ignoreTest(typeof patterns === 'string' ? ignoreLinesIn(patterns) : patterns);
  return (path) => {
    const answer = isPathBelow(path) ? test(path) : undefined;
    return answer && answer === 'ignored';
  };
}

/** False for a folder itself, and for a path that leads out of it. */
function isPathBelow(path: string): boolean {
  return path !== '' && !/^\.{0,2}\/|^\.{1,2}$/.test(path);
}

/** The exclusions in a folder, if there are some. Later ones override earlier ones. */
export function exclusionsIn(folder: string, exclude: readonly Exclusion[]): IsExcluded | undefined {
  const all = exclude.flatMap((each) => exclusionIn(folder, each) ?? []);
  if (all.length === 0) return undefined;
  return (path) => {
    for (const isExcluded of all.toReversed()) {
      const result = isExcluded(path);
      if (result !== undefined) return result;
    }
    return undefined;
  };
}

function exclusionIn(folder: string, { folder: own = folder, patterns }: Exclusion): IsExcluded | undefined {
  const test = ignoring(patterns);
  const prefix = own === folder ? '' : pathBelow(own, `${folder}/`);
  // A folder that is searched explicitly is included, even if a folder above excludes it.
  if (prefix !== undefined) return prefix !== '' && test(prefix) === true ? undefined : (path) => test(prefix + path);
  const inner = pathBelow(folder, `${own}/`);
  if (inner === undefined) return undefined;
  return (path) => (path.startsWith(inner) ? test(path.slice(inner.length)) : undefined);
}
