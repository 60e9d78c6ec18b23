/** Finds the files that a pattern matches, where the shell has not. */
import { parse, resolve } from 'node:path';
import { targetStat, slashed } from '../../disk/paths.ts';
import { quote } from '../../text/quote.ts';
import { UsageError } from '../usage.ts';

/** True for what is no path, unless there is a file of that name. */
export function isGlob(path: string): boolean {
  return /[*?[\]{}!]/.test(path);
}

/**
 * The absolute paths of the files, sorted. What stands for a directory stands for all files in it, where that is asked for. Throws a
 * UsageError for a pattern that nobody can look for.
 */
export async function expandGlob(
  pattern: string,
  cwd: string,
  options: { readonly isWithDirectories?: boolean } = {},
): Promise<readonly string[]> {
  if (isEndless(slashed(pattern)))
    throw new UsageError(`The pattern ${quote(pattern)} is too long or too deep. Write a shorter one, or several.`);
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

/** The time that a pattern takes grows with every star in the name of one folder or file. */
function isEndless(pattern: string): boolean {
  const isLong = pattern.length > longest || nestedRepetition.test(pattern);
  return (
    isLong || starsIn(pattern) > mostStars.inAll || pattern.split('/').some((name) => starsIn(name) > mostStars.inName)
  );
}

/** Of alternatives, the one that has most of them. */
function starsIn(text: string): number {
  const count = (part: string): number => part.match(/\*+/g)?.length ?? 0;
  const counts = [...text.matchAll(/\{[^{}]*\}/g)].map(([group]) => Math.max(...group.split(',').map(count)));
  return counts.reduce((sum, each) => sum + each, count(text.replace(/\{[^{}]*\}/g, '')));
}

const mostStars = { inAll: 16, inName: 4 };

/** No path is longer. */
const longest = 4096;

/** To try all ways of taking a name for `*(*(a))` has no end. */
const nestedRepetition = /[*+]\([^)]*[*+]\(/;

/** The directories at the start of a pattern that exist as they are written: their brackets are part of their names. */
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
