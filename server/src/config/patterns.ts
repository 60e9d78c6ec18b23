/** Matches files with the patterns of settings, with the syntax of .gitignore: for overrides and exclusions. */
import ignore from 'ignore';
import type { Exclusion } from './config.ts';
import { pathBelow } from './location.ts';

/** Returns whether a path below a folder is excluded; undefined if no pattern matches. The path of a folder ends with a slash. */
export type IsExcluded = (path: string) => boolean | undefined;

/** Tests whether the last matching pattern includes the path. Unlike in .gitignore, `!` can remove a file of an included folder. */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const each = patterns.map((pattern) => {
    const isNegative = pattern.startsWith('!');
    return { isNegative, rules: ignore().add(isNegative ? pattern.slice(1) : pattern) };
  });
  return (path) => {
    if (!ignore.isPathValid(path)) return false;
    const last = each.findLast(({ rules }) => rules.ignores(path));
    return last !== undefined && !last.isNegative;
  };
}

/** Lines that are longer than any path match nothing, and the longest would exceed the limits of regular expressions. */
const endlessLines = /^.{4097,}$/gm;

/** Tests paths with the lines of a .gitignore, or with a list of such patterns. */
export function ignoring(patterns: string | readonly string[]): IsExcluded {
  const rules = ignore().add(typeof patterns === 'string' ? patterns.replace(endlessLines, '') : [...patterns]);
  return (path) => {
    if (!ignore.isPathValid(path)) return undefined;
    const { ignored, unignored } = rules.test(path);
    return ignored || unignored ? ignored : undefined;
  };
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
