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

/** Absolute paths, sorted. UsageError for a pattern that nobody writes by hand. */
export function expandGlob(
  pattern: string,
  cwd: string,
  { isWithDirectories = false, problems }: GlobOptions,
): readonly string[] {
  const choices = pattern.length > longest ? undefined : alternatives(pattern);
  if (!choices)
    throw new UsageError(
      `The pattern ${quote(pattern)} has more than ${longest} characters or ${mostAlternatives} alternatives. Use a shorter pattern, or several.`,
    );
  const onProblem = (problem: string): void => void problems.push(problem);
  const found = choices.flatMap((choice) => {
    const { folder, rest } = literalStart(choice, cwd);
    return findPaths(folder, rest, { isWithDirectories, onProblem });
  });
  return [...new Set(found)].sort();
}

/** Longer patterns, and more alternatives, are a mistake or an attack. */
const longest = 1024;
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
