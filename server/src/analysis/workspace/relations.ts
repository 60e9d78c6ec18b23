/** Decides which Services, Endpoints, slices and patches belong together, from their names, namespaces and files. */
import { areRenderedTogether } from '../facts/condition.ts';
import { folderOf, plainPath } from './placement.ts';
import { keys, kindKey } from './index-keys.ts';
import type { IndexedObject, Identity } from './indexed-object.ts';
import type { RelatedObjects } from './file-around.ts';

/**
 * The objects of a kind with the same name and namespace that are nearest: in the same file or folder, or with the
 * longest common path. A repository may hold the same objects for several clusters.
 */
export function namesakes(around: Pick<RelatedObjects, 'entry' | 'at'>, kind: string): readonly IndexedObject[] {
  return unique(around.entry.identities.flatMap((identity) => namesakesOf(around, identity, kind)));
}

/** The same, where all of them meet the object as they are written; undefined where one may be changed before. */
export function certainNamesakes(around: RelatedObjects, kind: string): readonly IndexedObject[] | undefined {
  const found = around.entry.identities.flatMap((identity) =>
    namesakesOf(around, identity, kind).map((entry) => ({
      entry,
      isCertain: meetAsWritten(around.entry, identity, entry, identity.name),
    })),
  );
  return found.every((each) => each.isCertain) ? unique(found.map(({ entry }) => entry)) : undefined;
}

function namesakesOf(
  { entry, at }: Pick<RelatedObjects, 'entry' | 'at'>,
  { namespace, name }: Identity,
  kind: string,
): readonly IndexedObject[] {
  const all = name === '' ? [] : at(keys.named(kind, namespace, name));
  if (all.length === 0) return all;
  // The same expression or template may have different values in different files.
  const isShared = entry.facts.name.isKnown || namespace.startsWith('?');
  return nearestObjects(
    all.filter((each) => each !== entry && (isShared || each.uri === entry.uri)),
    entry.uri,
  );
}

/** True where the object with this identity and the other one of that name meet as they are written. */
export function meetAsWritten(entry: IndexedObject, own: Identity, other: IndexedObject, name: string): boolean {
  const isChanged = other.identities.some(
    (each) => each.namespace === own.namespace && each.name === name && !each.isCertain,
  );
  return own.isCertain && !isChanged && areRenderedTogether(entry.facts.condition, other.facts.condition);
}

/** The nearest EndpointSlices of the Service with the name of this object. */
export function slicesOf({ entry, at }: Pick<RelatedObjects, 'entry' | 'at'>): readonly IndexedObject[] {
  const found = entry.identities.flatMap(({ namespace }) => at(keys.slicesOf(namespace, entry.facts.name.text)));
  return nearestObjects(unique(found), entry.uri);
}

/** The objects whose files are nearest to the file. */
export function nearestObjects(entries: readonly IndexedObject[], uri: string): readonly IndexedObject[] {
  if (entries.length < 2) return entries;
  const here = plainPath(uri);
  const scores = entries.map((entry) => closeness(plainPath(entry.uri), here));
  const best = scores.reduce((a, b) => Math.max(a, b), -1);
  return entries.filter((_, i) => scores[i] === best);
}

/** The number of common folders. Compares in place, because large repositories compare thousands of paths. */
function closeness(a: string, b: string): number {
  if (a === b) return Infinity;
  const [ours, theirs] = [a.lastIndexOf('/'), b.lastIndexOf('/')];
  let shared = 0;
  let at = 0;
  for (; at <= ours && at <= theirs && a[at] === b[at]; at++) if (a[at] === '/') shared++;
  return ours === theirs && at > ours ? 1_000 : shared;
}

/** The objects with this kind and name, in any namespace. */
export function referents(around: RelatedObjects, kind: string, group: string, name: string): readonly IndexedObject[] {
  return around.at(keys.anywhere(kindKey(kind, group), name));
}

/** True where the namespaces are equal, or one of them is unknown. */
export function mayShareNamespace(a: IndexedObject, b: IndexedObject): boolean {
  const isUnknown = ({ namespace }: Identity): boolean => namespace.startsWith('?') || namespace === '';
  return a.identities.some((one) =>
    b.identities.some((two) => one.namespace === two.namespace || isUnknown(one) || isUnknown(two)),
  );
}

/**
 * True where both files are probably applied to one cluster: by one kustomization or chart, or from nested folders.
 * Sibling folders count only with explicit namespaces: `web` and `db` occur in every part of a large repository.
 */
export function areDeployedTogether(a: IndexedObject, b: IndexedObject): boolean {
  const isShared = (test: (one: Identity, two: Identity) => boolean): boolean =>
    a.identities.some((one) => b.identities.some((two) => test(one, two)));
  if (isShared((one, two) => one.namespace === two.namespace && one.namespace.startsWith('?'))) return true;
  if (isShared((one, two) => one.set === two.set && one.set !== '')) return true;
  if (isTaken(a) && isTaken(b)) return false;
  const [ours, theirs] = [folderOf(plainPath(a.uri)), folderOf(plainPath(b.uri))];
  if (ours === theirs || isWithin(ours, theirs) || isWithin(theirs, ours)) return true;
  const areSideBySide = folderOf(ours) === folderOf(theirs) || isShared((one, two) => one.root !== two.root);
  return areSideBySide && isNamespaceKnown(a) && isNamespaceKnown(b);
}

/** True where only kustomizations apply the object. */
function isTaken({ identities }: IndexedObject): boolean {
  return identities.every(({ set }) => set.startsWith('kustomization '));
}

function isWithin(folder: string, outer: string): boolean {
  return folder.startsWith(`${outer}/`);
}

/** True where the object or a kustomization sets the namespace, so that it does not depend on kubectl's context. */
export function isNamespaceKnown({ facts, identities }: IndexedObject): boolean {
  if (identities.some(({ namespace }) => namespace.startsWith('?'))) return false;
  return facts.namespace?.isKnown === true || identities.every(({ namespace }) => namespace !== 'default');
}

function unique(entries: readonly IndexedObject[]): readonly IndexedObject[] {
  return entries.length < 2 ? entries : [...new Set(entries)];
}
