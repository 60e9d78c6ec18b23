/** Finds the files that a pattern matches if the shell has not expanded it. */
import { parse, resolve } from 'node:path';
import { targetStat, slashed } from '../../disk/paths.ts';
import { quote } from '../../text/quote.ts';
import { UsageError } from '../usage.ts';

/** True for a pattern, unless a file has this name. */
export function isGlob(path: string): boolean {
  return /[*?[\]{}!]/.test(path);
}

/** Absolute paths, sorted; the files of matched directories on request. UsageError if matching is too expensive. */
export async function expandGlob(
  pattern: string,
  cwd: string,
  options: { readonly isWithDirectories?: boolean } = {},
): Promise<readonly string[]> {
  if (isEndless(slashed(pattern)))
    throw new UsageError(`The pattern ${quote(pattern)} is too expensive to match. Use a shorter pattern, or several.`);
  const { glob } = await import('tinyglobby');
  const { folder, rest } = literalStart(pattern, cwd);
  const found = await glob(rest, {
    cwd: folder,
    absolute: true,
    dot: true,
    ignore: ['**/node_modules/**', '**/.git/**'],
    expandDirectories: options.isWithDirectories ?? false,
    followSymbolicLinks: false,
  });
  return found.map((path) => resolve(path)).sort();
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

/** Matching `*(*(a))` tries exponentially many ways. */
const nestedRepetition = /[*+]\([^)]*[*+]\(/;

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
