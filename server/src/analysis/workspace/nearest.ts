/** Finds the objects whose files are nearest to a file. A long list is indexed by folder once, not compared path by path. */
import { memo } from '../../text/memo.ts';
import type { IndexedObject } from './indexed-object.ts';
import { folderOf, plainPath } from './placement.ts';

type Entries = readonly IndexedObject[];

/** Shorter lists are compared path by path, which is faster than an index. */
const fewEntries = 16;

/** The objects in the same file, or else in the same folder, or else with the longest common path. */
export function nearestObjects(entries: Entries, uri: string): Entries {
  if (entries.length < 2) return entries;
  const here = plainPath(uri);
  if (entries.length < fewEntries) return nearestOfFew(entries, here);
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
  const near = nearestObjects(entries, uri);
  return near.length < fewEntries ? near.includes(entry) : setOf(near).has(entry);
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

function nearestOfFew(entries: Entries, here: string): Entries {
  const scores = entries.map((entry) => closeness(plainPath(entry.uri), here));
  const best = scores.reduce((a, b) => Math.max(a, b), -1);
  return entries.filter((_, i) => scores[i] === best);
}

/** The number of common folders. */
function closeness(a: string, b: string): number {
  if (a === b) return Infinity;
  const [ours, theirs] = [a.lastIndexOf('/'), b.lastIndexOf('/')];
  let shared = 0;
  let at = 0;
  for (; at <= ours && at <= theirs && a[at] === b[at]; at++) if (a[at] === '/') shared++;
  return ours === theirs && at > ours ? 1_000 : shared;
}
