/** Who belongs together: which Service, Endpoints, slices and patches meet, as far as that can be told from texts. */
import { areRenderedTogether } from '../facts/condition.ts';
import { folderOf, plainPath } from './placement.ts';
import { keys, kindKey } from './index-keys.ts';
import type { IndexedObject, Identity } from './indexed-object.ts';
import type { RelatedObjects } from './file-around.ts';

/**
 * The objects of a kind that are called as this one is, from the nearest place: the same file, the same folder,
 * then the longest way together. A repository may hold the same objects for several clusters.
 */
export function namesakes(around: Pick<RelatedObjects, 'entry' | 'at'>, kind: string): readonly IndexedObject[] {
  return unique(around.entry.identities.flatMap((identity) => namesakesOf(around, identity, kind)));
}

/** The same where all that is said of them holds when they meet; undefined where something may change it before. */
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
  // One expression or template means different things in different places.
  const isShared = entry.facts.name.isKnown || namespace.startsWith('?');
  return nearestObjects(
    all.filter((each) => each !== entry && (isShared || each.uri === entry.uri)),
    entry.uri,
  );
}

/** True where an object with this identity meets another one of that name as both are written. */
export function meetAsWritten(entry: IndexedObject, own: Identity, other: IndexedObject, name: string): boolean {
  const isChanged = other.identities.some(
    (each) => each.namespace === own.namespace && each.name === name && !each.isCertain,
  );
  return own.isCertain && !isChanged && areRenderedTogether(entry.facts.condition, other.facts.condition);
}

/** The EndpointSlices of the Service that is called as this object is. */
export function slicesOf({ entry, at }: Pick<RelatedObjects, 'entry' | 'at'>): readonly IndexedObject[] {
  const found = entry.identities.flatMap(({ namespace }) => at(keys.slicesOf(namespace, entry.facts.name.text)));
  return nearestObjects(unique(found), entry.uri);
}

/** Those of the entries whose files are nearest to the file. */
export function nearestObjects(entries: readonly IndexedObject[], uri: string): readonly IndexedObject[] {
  if (entries.length < 2) return entries;
  const here = plainPath(uri);
  const scores = entries.map((entry) => closeness(plainPath(entry.uri), here));
  const best = scores.reduce((a, b) => Math.max(a, b), -1);
  return entries.filter((_, i) => scores[i] === best);
}

/** How many folders the two paths have in common; a repository of many clusters is compared with itself, so nothing is cut out. */
function closeness(a: string, b: string): number {
  if (a === b) return Infinity;
  const [ours, theirs] = [a.lastIndexOf('/'), b.lastIndexOf('/')];
  let shared = 0;
  let at = 0;
  for (; at <= ours && at <= theirs && a[at] === b[at]; at++) if (a[at] === '/') shared++;
  return ours === theirs && at > ours ? 1_000 : shared;
}

/** Another object that something refers to: by kind and name, in the namespace or in none. */
export function referents(around: RelatedObjects, kind: string, group: string, name: string): readonly IndexedObject[] {
  return around.at(keys.anywhere(kindKey(kind, group), name));
}

/** True where the two can be in one namespace: it is the same, or one of them is not known. */
export function mayShareNamespace(a: IndexedObject, b: IndexedObject): boolean {
  const isUnknown = ({ namespace }: Identity): boolean => namespace.startsWith('?') || namespace === '';
  return a.identities.some((one) =>
    b.identities.some((two) => one.namespace === two.namespace || isUnknown(one) || isUnknown(two)),
  );
}

/**
 * True where the files of the two are probably applied to one cluster: by one kustomization or one chart, from one folder
 * or one below it, or from two folders side by side or of two workspace folders, as long as both objects say their namespace. Names like `web` and `db`
 * are in every part of a large repository.
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

/** True where only kustomizations bring the object. */
function isTaken({ identities }: IndexedObject): boolean {
  return identities.every(({ set }) => set.startsWith('kustomization '));
}

function isWithin(folder: string, outer: string): boolean {
  return folder.startsWith(`${outer}/`);
}

/** True where the object or a kustomization says its namespace, so that no command line decides on it. */
export function isNamespaceKnown({ facts, identities }: IndexedObject): boolean {
  if (identities.some(({ namespace }) => namespace.startsWith('?'))) return false;
  return facts.namespace?.isKnown === true || identities.every(({ namespace }) => namespace !== 'default');
}

function unique(entries: readonly IndexedObject[]): readonly IndexedObject[] {
  return entries.length < 2 ? entries : [...new Set(entries)];
}
