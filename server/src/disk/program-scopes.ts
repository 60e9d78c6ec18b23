/** Finds the program that a folder belongs to, by the Pulumi.yaml in it or above, so that a search reads its sources. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSmall } from './read-bytes.ts';

/** What a file such as Pulumi.yaml says of the program in its folder. */
export interface SourceScope {
  /** True for the name of a source; `has` is true for the name of another file in its folder. */
  readonly isSource: (name: string, has: (name: string) => boolean) => boolean;
  /** Where the program is, relative to the folder; undefined for the folder itself. */
  readonly main: string | undefined;
}

/** How programs are found. */
export interface SourceRules {
  /** The names of the files that describe a program; the first in a folder counts. */
  readonly fileNames: readonly string[];
  /** False for the name of a file that is no source of any program. */
  readonly mayBeSource: (name: string) => boolean;
  readonly read: (text: string) => SourceScope;
}

/** Of a folder with copies: no file in it or below is a source. */
export const noProgram: SourceScope = { isSource: () => false, main: undefined };

/** The program of the folder; `above` is that of the folder around it. */
export function programIn(
  folder: string,
  { fileNames, read }: SourceRules,
  above: SourceScope | undefined,
  has = (name: string): boolean => existsSync(join(folder, name)),
): SourceScope | undefined {
  const name = above === noProgram ? undefined : fileNames.find(has);
  if (name === undefined) return above;
  try {
    return read(readSmall(join(folder, name)) ?? '');
  } catch {
    // Permissions hide it, or it is a folder: its sources are not known.
    return noProgram;
  }
}

/** The program of the folders above, up to the root of the repository. */
export function programAbove(folder: string, rules: SourceRules): SourceScope | undefined {
  for (let at = folder; !existsSync(join(at, '.git')) && dirname(at) !== at;) {
    at = dirname(at);
    const found = programIn(at, rules, undefined);
    if (found) return found;
  }
  return undefined;
}
