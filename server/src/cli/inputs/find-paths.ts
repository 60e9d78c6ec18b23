/** Finds the files that match a glob. Each directory is read once, whatever the number of stars. */
import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { isNeverSearched } from '../../config/ignore-scopes.ts';
import { reason } from '../../disk/paths.ts';
import { nameMatcher } from './glob-name.ts';

interface FindOptions {
  /** Also finds all files below the directories that match. */
  readonly isWithDirectories: boolean;
  /** Called with a sentence for each directory that cannot be read. */
  readonly onProblem: (problem: string) => void;
}

/** Absolute paths of files and links below the folder. Links are not followed. */
export function findPaths(
  folder: string,
  glob: string,
  { isWithDirectories, onProblem }: FindOptions,
): readonly string[] {
  const parts = glob.split('/').filter((part) => part !== '' && part !== '.');
  const isDeep = parts.map((part) => /^\*{2,}$/.test(part));
  const matchers = parts.map(nameMatcher);
  const isExpanded = isWithDirectories && !glob.endsWith('*');
  const found: string[] = [];
  /** The parts that may match the next name: two stars may match none. */
  const open = (from: Iterable<number>): ReadonlySet<number> => {
    const all = new Set(from);
    for (const i of all) if (isDeep[i]) all.add(i + 1);
    return all;
  };
  const search = (at: string, states: ReadonlySet<number>): void => {
    for (const entry of entriesIn(at, onProblem)) {
      if (entry.isDirectory() && isNeverSearched(entry.name)) continue;
      const next = new Set<number>();
      for (const i of states) {
        if (isDeep[i]) next.add(i);
        else if (matchers[i]?.(entry.name)) next.add(i + 1);
      }
      const path = join(at, entry.name);
      const after = open(next);
      const isMatch = after.has(parts.length);
      if (!entry.isDirectory()) {
        if (isMatch && (entry.isFile() || entry.isSymbolicLink())) found.push(path);
      } else if (isMatch && isExpanded) found.push(...findPaths(path, '**', { isWithDirectories: false, onProblem }));
      else if ([...after].some((i) => i < parts.length)) search(path, after);
    }
  };
  search(folder, open([0]));
  return found;
}

function entriesIn(folder: string, onProblem: FindOptions['onProblem']): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    onProblem(`${folder}: ${reason(error)}`);
    return [];
  }
}
