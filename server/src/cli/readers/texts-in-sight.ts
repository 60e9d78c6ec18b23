/** Reads all texts that may refer to converted objects: those that a run names, and those around them. */
import type { Exclusion } from '../../config/config.ts';
import type { NamedText } from '../../readers/searched-text.ts';
import { findAround } from '../inputs/around.ts';
import { findInputs, type Input } from '../inputs/inputs.ts';
import { readTexts, type SearchedInput } from './search-readers.ts';

export interface SightSearch {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly exclude: readonly Exclusion[];
  readonly largest: number | undefined;
  /** The inputs of the run. */
  readonly inputs: readonly Input[];
  readonly isExcluded: (path: string) => boolean;
}

/** By URI; without the texts that the run has read. A file that cannot be read has no readers. */
export function textsInSight(
  { paths, cwd, exclude, largest, inputs, isExcluded }: SightSearch,
  known: ReadonlyMap<string, NamedText>,
): ReadonlyMap<string, SearchedInput> {
  const isOnDisk = inputs.some(({ path, built }) => path !== undefined && built === undefined);
  if (!isOnDisk) return new Map();
  const found = findInputs(paths, cwd, { exclude, largest, hasAnyText: true }).files;
  // Standard input is read once.
  const named = found.filter(({ path, isStdin }) => path !== undefined && isStdin !== true);
  const around = findAround(named, { cwd, exclude, largest, isExcluded, hasAnyText: true }).files;
  const { texts } = readTexts([...named, ...around]);
  return new Map([...texts].filter(([uri]) => !known.has(uri)));
}
