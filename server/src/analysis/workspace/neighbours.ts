/** Finds out whether any object of a long list is probably in the cluster of another one. The list is indexed once. */
import { groupBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import type { IndexedObject } from './indexed-object.ts';
import { folderOf, plainPath } from './placement.ts';
import { areDeployedTogether, isNamespaceKnown } from './relations.ts';

/** True where `areDeployedTogether` holds for one of the objects. */
export function hasNeighbour(entries: readonly IndexedObject[], entry: IndexedObject): boolean {
  if (entries.length === 0) return false;
  const { sets, inFolder, below, known, knownIn } = indexOf(entries);
  if (entry.identities.some(({ set, namespace }) => sets.has(set) || sets.has(namespace))) return true;
  const own = folderOf(plainPath(entry.uri));
  const isNear = (each: IndexedObject): boolean => areDeployedTogether(entry, each);
  if (below.get(own)?.some(isNear)) return true;
  for (let folder = own; folder !== ''; folder = folderOf(folder)) if (inFolder.get(folder)?.some(isNear)) return true;
  if (!isNamespaceKnown(entry)) return false;
  const areRootsDifferent = entry.identities.some(({ root }) => root !== '');
  return (areRootsDifferent ? known : knownIn.get(folderOf(own)))?.some(isNear) ?? false;
}

const indexOf = memo((entries: readonly IndexedObject[]) => {
  const sets = new Set<string>();
  for (const { identities } of entries)
    for (const { set, namespace } of identities)
      for (const each of [set, namespace.startsWith('?') ? namespace : '']) if (each !== '') sets.add(each);
  const inFolder = groupBy(entries, ({ uri }) => folderOf(plainPath(uri)));
  const below = new Map<string, IndexedObject[]>();
  for (const [folder, own] of inFolder)
    for (let above = folder; above !== ''; above = folderOf(above)) {
      const found = below.get(above);
      if (found) found.push(...own);
      else below.set(above, [...own]);
    }
  const known = entries.filter(isNamespaceKnown);
  return { sets, inFolder, below, known, knownIn: groupBy(known, ({ uri }) => folderOf(folderOf(plainPath(uri)))) };
});
