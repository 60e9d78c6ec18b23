/** Reads all texts that may refer to converted objects: those that a run names, and those around them. */
import type { Exclusion } from '../../config/config.ts';
import type { NamedText } from '../../readers/searched-text.ts';
import { uriOfPath } from '../../disk/paths.ts';
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

export interface TextsInSight {
  /** By URI; without the texts that the run has read. A file around the run that cannot be read has no readers. */
  readonly texts: ReadonlyMap<string, SearchedInput>;
  /** The URIs of the texts that the run names, and not those around them. */
  readonly named: ReadonlySet<string>;
  /** Named files that cannot be read. */
  readonly problems: readonly string[];
  /** Named files that other programs write, which are not searched. */
  readonly generated: readonly string[];
}

export function textsInSight(
  { paths, cwd, exclude, largest, inputs, isExcluded }: SightSearch,
  known: ReadonlyMap<string, NamedText>,
): TextsInSight {
  const isOnDisk = inputs.some(({ path, built }) => path !== undefined && built === undefined);
  if (!isOnDisk) return { texts: new Map(), named: new Set(), problems: [], generated: [] };
  const found = findInputs(paths, cwd, { exclude, largest, hasAnyText: true }).files;
  // Standard input is read once.
  const named = found.filter(({ path, isStdin }) => path !== undefined && isStdin !== true);
  const around = findAround(named, { cwd, exclude, largest, isExcluded, hasAnyText: true }).files;
  const isNew = ({ path }: Input): boolean => path !== undefined && !known.has(uriOfPath(path));
  const { texts, problems, generated } = readTexts(named.filter(isNew));
  return {
    texts: new Map([...texts, ...readTexts(around.filter(isNew)).texts]),
    named: new Set(texts.keys()),
    problems,
    generated,
  };
}
