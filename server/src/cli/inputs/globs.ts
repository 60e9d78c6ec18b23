/** Finds the files that a pattern matches if the shell has not expanded it. */
import { parse, resolve } from 'node:path';
import { targetStat, slashed } from '../../disk/paths.ts';
import { quote } from '../../text/quote.ts';
import { UsageError } from '../usage.ts';
import { findPaths } from './find-paths.ts';

/** True for a pattern, unless a file has this name. */
export function isGlob(path: string): boolean {
  return /[*?[\]{}!]/.test(path);
}

interface GlobOptions {
  /** Also finds the files of matched directories. */
  readonly isWithDirectories?: boolean;
  readonly problems: string[];
}

/** Absolute paths, sorted. UsageError if matching is too expensive. */
export function expandGlob(
  pattern: string,
  cwd: string,
  { isWithDirectories = false, problems }: GlobOptions,
): readonly string[] {
  const choices = isEndless(slashed(pattern)) ? undefined : alternatives(pattern);
  if (!choices)
    throw new UsageError(`The pattern ${quote(pattern)} is too expensive to match. Use a shorter pattern, or several.`);
  const onProblem = (problem: string): void => void problems.push(problem);
  const found = choices.flatMap((choice) => {
    const { folder, rest } = literalStart(choice, cwd);
    return findPaths(folder, rest, { isWithDirectories, onProblem });
  });
  return [...new Set(found)].sort();
}

/** More alternatives are a mistake or an attack. */
const mostAlternatives = 256;

/** The pattern with each choice of its braces; undefined for too many. */
function alternatives(pattern: string): readonly string[] | undefined {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0) {
    if (open.length + done.length > mostAlternatives) return undefined;
    open = open.flatMap((each) => {
      // The innermost braces come first.
      const found = /(?<!\\)\{([^{},]*,[^{}]*)\}/.exec(each);
      if (!found) {
        done.push(each);
        return [];
      }
      const [whole, choices = ''] = found;
      const [before, after] = [each.slice(0, found.index), each.slice(found.index + whole.length)];
      return choices.split(',').map((choice) => before + choice + after);
    });
  }
  return done;
}

/** The matching time grows with every star in one path segment. */
function isEndless(pattern: string): boolean {
  const isLong = pattern.length > longest || nestedRepetition.test(pattern);
  return (
    isLong || starsIn(pattern) > mostStars.inAll || pattern.split('/').some((name) => starsIn(name) > mostStars.inName)
  );
}

/** The maximum over all alternatives. */
function starsIn(text: string): number {
  const count = (part: string): number => part.match(/\*+/g)?.length ?? 0;
  const counts = [...text.matchAll(/\{[^{}]*\}/g)].map(([group]) => Math.max(...group.split(',').map(count)));
  return counts.reduce((sum, each) => sum + each, count(text.replace(/\{[^{}]*\}/g, '')));
}

const mostStars = { inAll: 16, inName: 4 };

/** The longest path of common systems. */
const longest = 4096;

/** The time of matching `*(*(a))` grows with every level. */
const nestedRepetition = /[*+!]\([^)]*[*+!]\(/;

/** The existing directories at the start of a pattern: brackets in them are part of their names. */
export function literalStart(pattern: string, cwd: string): { readonly folder: string; readonly rest: string } {
  const { root } = parse(pattern);
  const parts = slashed(pattern.slice(root.length)).split('/');
  let folder = resolve(cwd, root);
  let count = 0;
  for (const part of parts.slice(0, -1)) {
    const next = resolve(folder, part);
    if (targetStat(next)?.isDirectory() !== true) break;
    folder = next;
    count++;
  }
  return { folder, rest: parts.slice(count).join('/') };
}
