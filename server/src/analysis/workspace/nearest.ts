/** Finds the objects whose files are nearest to a file. A list is indexed by folder once, not compared path by path. */
import { groupBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import type { IndexedObject } from './indexed-object.ts';
import { folderOf, plainPath } from './placement.ts';

type Entries = readonly IndexedObject[];

/** The start of the URIs of the parts of a long dump, which are one file. */
export const dumpStart = 'stdin:#';

function fileOf(uri: string): string {
  return plainPath(uri.startsWith(dumpStart) ? dumpStart : uri);
}

/** The objects in the same file, or else in the same folder, or else with the longest common path. */
export function nearestObjects(entries: Entries, uri: string): Entries {
  if (entries.length < 2) return entries;
  const here = fileOf(uri);
  const { inFile, inFolder, below } = indexOf(entries);
  const folder = folderOf(here);
  const near = inFile.get(here) ?? inFolder.get(folder);
  if (near) return near;
  for (let above = folder; above !== ''; above = folderOf(above)) {
    const found = below.get(above);
    if (found) return found;
  }
  return entries;
}

/** True where the object is one of `nearestObjects`. */
export function isNearest(entries: Entries, uri: string, entry: IndexedObject): boolean {
  return setOf(nearestObjects(entries, uri)).has(entry);
}

/** The objects in the folder of the file. */
export function objectsBeside(entries: Entries, uri: string): Entries {
  return indexOf(entries).inFolder.get(folderOf(plainPath(uri))) ?? none;
}

const none: Entries = [];

const setOf = memo((entries: Entries): ReadonlySet<IndexedObject> => new Set(entries));

interface PathIndex {
  readonly inFile: ReadonlyMap<string, Entries>;
  readonly inFolder: ReadonlyMap<string, Entries>;
  /** By folder, the objects in it and in the folders below it. */
  readonly below: ReadonlyMap<string, Entries>;
}

const indexOf = memo((entries: Entries): PathIndex => {
  const inFile = groupBy(entries, ({ uri }) => fileOf(uri));
  const inFolder = groupBy(entries, ({ uri }) => folderOf(plainPath(uri)));
  const below = new Map<string, IndexedObject[]>();
  for (const [folder, own] of inFolder) {
    for (let above = folder; above !== ''; above = folderOf(above)) {
      const found = below.get(above);
      if (found) found.push(...own);
      else below.set(above, [...own]);
    }
  }
  return { inFile, inFolder, below };
});
