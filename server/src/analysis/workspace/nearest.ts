/** Finds the objects whose files are nearest to a file. A list is indexed by folder once, not compared path by path. */
import { memo } from '../../text/memo.ts';
import type { IndexedObject } from './indexed-object.ts';
import { folderOf, plainPath } from './placement.ts';

type Entries = readonly IndexedObject[];

/** The objects in the same file, or else in the same folder, or else with the longest common path. */
export function nearestObjects(entries: Entries, uri: string): Entries {
  if (entries.length < 2) return entries;
  const here = plainPath(uri);
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
  readonly inFile: ReadonlyMap<string, IndexedObject[]>;
  readonly inFolder: ReadonlyMap<string, IndexedObject[]>;
  /** By folder, the objects in it and in the folders below it. */
  readonly below: ReadonlyMap<string, IndexedObject[]>;
}

const indexOf = memo((entries: Entries): PathIndex => {
  const inFile = new Map<string, IndexedObject[]>();
  const inFolder = new Map<string, IndexedObject[]>();
  const below = new Map<string, IndexedObject[]>();
  for (const entry of entries) {
    const path = plainPath(entry.uri);
    const folder = folderOf(path);
    add(inFile, path, entry);
    add(inFolder, folder, entry);
    for (let above = folder; above !== ''; above = folderOf(above)) add(below, above, entry);
  }
  return { inFile, inFolder, below };
});

function add(to: Map<string, IndexedObject[]>, key: string, entry: IndexedObject): void {
  const found = to.get(key);
  if (found) found.push(entry);
  else to.set(key, [entry]);
}
