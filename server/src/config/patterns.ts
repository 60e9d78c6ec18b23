/** Patterns of settings, written as in .gitignore: which files an override holds for, and which are left out. */
import ignore from 'ignore';
import type { Exclusion } from './config.ts';
import { pathBelow } from './location.ts';

/** Takes a path below a folder, with a slash at the end of a folder's, and says whether that is left out; undefined where nothing is said of it. */
export type IsExcluded = (path: string) => boolean | undefined;

/** Whether the last of the patterns that means the path takes it in. Unlike in .gitignore, a file in a folder that is taken in can be taken out. */
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

/** Lines that are longer than any path can match nothing, and no regular expression can be made of the longest. */
const endlessLines = /^.{4097,}$/gm;

/** The lines of a .gitignore, or patterns like those. */
export function ignoring(patterns: string | readonly string[]): IsExcluded {
  const rules = ignore().add(typeof patterns === 'string' ? patterns.replace(endlessLines, '') : [...patterns]);
  return (path) => {
    if (!ignore.isPathValid(path)) return undefined;
    const { ignored, unignored } = rules.test(path);
    return ignored || unignored ? ignored : undefined;
  };
}

/** What is left out of a search through the folder; undefined where nothing is. Later ones win. */
export function exclusionsIn(folder: string, exclude: readonly Exclusion[]): IsExcluded | undefined {
  const all = exclude.flatMap((each) => exclusionIn(folder, each) ?? []);
  if (all.length === 0) return undefined;
  return (path) => {
    for (const isExcluded of all.toReversed()) {
      const said = isExcluded(path);
      if (said !== undefined) return said;
    }
    return undefined;
  };
}

function exclusionIn(folder: string, { folder: own = folder, patterns }: Exclusion): IsExcluded | undefined {
  const test = ignoring(patterns);
  const lead = own === folder ? '' : pathBelow(own, `${folder}/`);
  // A folder that is searched is wanted, even where it is left out of the search through one above.
  if (lead !== undefined) return lead !== '' && test(lead) === true ? undefined : (path) => test(lead + path);
  const inner = pathBelow(folder, `${own}/`);
  if (inner === undefined) return undefined;
  return (path) => (path.startsWith(inner) ? test(path.slice(inner.length)) : undefined);
}
