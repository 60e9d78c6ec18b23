/** Decides which Services, Endpoints, slices and patches belong together, from their names, namespaces and files. */
import { memo, memoBy } from '../../text/memo.ts';
import { areRenderedTogether } from '../facts/condition.ts';
import type { ObjectName } from '../facts/naming.ts';
import { folderOf, isBuiltUri, plainPath } from './placement.ts';
import { keys, kindKey } from './index-keys.ts';
import type { IndexedObject, Identity } from './indexed-object.ts';
import type { RelatedObjects } from './file-around.ts';
import { nearestObjects } from './nearest.ts';
import { areVariants } from './variants.ts';

/**
 * The objects of a kind with the same name and namespace that are nearest: in the same file or folder, or with the
 * longest common path. A repository may hold the same objects for several clusters.
 */
export function namesakes(around: Pick<RelatedObjects, 'entry' | 'at'>, kind: string): readonly IndexedObject[] {
  return collect(around.entry.identities, (identity) => namesakesOf(around, identity, kind));
}

/** With more objects than these of one kind and name that are equally near, none of them is compared. */
export const mostNamesakes = 100;

/** The same, where all of them meet the object as they are written; undefined where one may be changed before, or for too many. */
export function certainNamesakes(around: RelatedObjects, kind: string): readonly IndexedObject[] | undefined {
  const { entry } = around;
  const found = entry.identities.map((identity) => ({ identity, near: namesakesOf(around, identity, kind) }));
  const isSure = found.every(
    ({ identity, near }) =>
      near.length <= mostNamesakes && near.every((each) => meetAsWritten(entry, identity, each, identity.name)),
  );
  return isSure ? collect(found, ({ near }) => near) : undefined;
}

function namesakesOf(
  { entry, at }: Pick<RelatedObjects, 'entry' | 'at'>,
  { namespace, name }: Identity,
  kind: string,
): readonly IndexedObject[] {
  const all = name === '' ? [] : at(keys.named(kind, namespace, name));
  if (all.length === 0) return all;
  const others = entry.facts.kind === kind ? all.filter((each) => each !== entry) : all;
  const near = nearestObjects(others, entry.uri);
  return isOneName(entry.facts.name, namespace, near, entry) ? near : [];
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
  const { name } = entry.facts;
  const near = nearestObjects(
    collect(entry.identities, ({ namespace }) => at(keys.slicesOf(namespace, name.text))),
    entry.uri,
  );
  return entry.identities.every(({ namespace }) => isOneName(name, namespace, near, entry)) ? near : [];
}

/** False for an equal expression or template in another file, or for Terraform in another module: it may have another value there. */
export function isOneName(
  { isKnown }: ObjectName,
  namespace: string,
  near: readonly IndexedObject[],
  entry: IndexedObject,
): boolean {
  if (isKnown || namespace.startsWith('?')) return true;
  const [first] = near;
  return first !== undefined && (first.uri === entry.uri || areOfOneModule(first, entry));
}

/** False for an expression of Terraform in an object of another module. */
export function meansTheSame({ isKnown }: ObjectName, entry: IndexedObject, other: IndexedObject): boolean {
  return isKnown || entry.facts.form !== 'terraform' || areOfOneModule(entry, other);
}

/** True for objects of Terraform in one folder. */
function areOfOneModule(one: IndexedObject, other: IndexedObject): boolean {
  const isTerraform = one.facts.form === 'terraform' && other.facts.form === 'terraform';
  return isTerraform && folderOf(plainPath(one.uri)) === folderOf(plainPath(other.uri));
}

/** The objects with this kind and name, in any namespace. */
export function referents(around: RelatedObjects, kind: string, group: string, name: string): readonly IndexedObject[] {
  return around.at(keys.anywhere(kindKey(kind, group), name));
}

/** Those of the objects for which `mayShareNamespace` holds. */
export function sharingNamespace(entries: readonly IndexedObject[], entry: IndexedObject): readonly IndexedObject[] {
  if (entries.length < 2) return entries.filter((each) => mayShareNamespace(each, entry));
  const [first, ...others] = new Set(entry.identities.map(({ namespace }) => namespace));
  const { byNamespace, hasUnknown } = namespacesIn(entries);
  if (first !== undefined && others.length === 0 && !isUnknown(first) && !hasUnknown)
    return byNamespace.get(first) ?? [];
  return sharingWith(entries, JSON.stringify([first, ...others]));
}

const namespacesIn = memo((entries: readonly IndexedObject[]) => {
  const byNamespace = new Map<string, IndexedObject[]>();
  for (const entry of entries)
    for (const namespace of new Set(entry.identities.map((each) => each.namespace)))
      byNamespace.set(namespace, append(byNamespace.get(namespace), entry));
  return { byNamespace, hasUnknown: [...byNamespace.keys()].some(isUnknown) };
});

function append(to: IndexedObject[] | undefined, entry: IndexedObject): IndexedObject[] {
  to?.push(entry);
  return to ?? [entry];
}

const sharingWith = memoBy((entries: readonly IndexedObject[], key: string): readonly IndexedObject[] => {
  const own = new Set(JSON.parse(key) as readonly string[]);
  const isAny = [...own].some(isUnknown);
  return entries.filter(({ identities }) =>
    identities.some(({ namespace }) => isAny || isUnknown(namespace) || own.has(namespace)),
  );
});

function isUnknown(namespace: string): boolean {
  return namespace.startsWith('?') || namespace === '';
}

/** True where the namespaces are equal, or one of them is unknown. */
export function mayShareNamespace(a: IndexedObject, b: IndexedObject): boolean {
  return a.identities.some((one) =>
    b.identities.some((two) => one.namespace === two.namespace || isUnknown(one.namespace) || isUnknown(two.namespace)),
  );
}

/**
 * True where both files are probably applied to one cluster: by one kustomization or chart, or from nested folders.
 * Sibling folders count only with explicit namespaces: `web` and `db` occur in every part of a large repository. They do
 * not count where their names mark clusters or stages.
 */
export function areDeployedTogether(a: IndexedObject, b: IndexedObject): boolean {
  const isShared = (test: (one: Identity, two: Identity) => boolean): boolean =>
    a.identities.some((one) => b.identities.some((two) => test(one, two)));
  if (isShared((one, two) => one.namespace === two.namespace && one.namespace.startsWith('?'))) return true;
  if (a.facts.carrier ?? b.facts.carrier) return false;
  // A kustomization that is delivered twice is for two clusters or namespaces.
  if (isShared((one, two) => one.set === two.set && one.set !== ''))
    return a.uri === b.uri || !isBuiltUri(a.uri) || !isBuiltUri(b.uri);
  if (isTaken(a) && isTaken(b)) return false;
  const [ours, theirs] = [folderOf(plainPath(a.uri)), folderOf(plainPath(b.uri))];
  if (ours === theirs || isWithin(ours, theirs) || isWithin(theirs, ours)) return true;
  const areSideBySide = folderOf(ours) === folderOf(theirs) || isShared((one, two) => one.root !== two.root);
  return areSideBySide && isNamespaceKnown(a) && isNamespaceKnown(b) && !areVariants(a.uri, b.uri);
}

/** The same for the object itself, and false for a file that is an alternative of its own file. */
export function mayMeet(
  { entry, areAlternatives }: Pick<RelatedObjects, 'entry' | 'areAlternatives'>,
  other: IndexedObject,
): boolean {
  return areDeployedTogether(entry, other) && !areAlternatives(entry.uri, other.uri);
}

/** The nearest of the objects that `mayMeet` this one; undefined where none does. */
export function nearestPartner(around: RelatedObjects, entries: readonly IndexedObject[]): IndexedObject | undefined {
  return nearestObjects(entries, around.entry.uri).find((each) => mayMeet(around, each));
}

/** True where only kustomizations apply the object. */
export function isTaken({ identities }: IndexedObject): boolean {
  return identities.every(({ set }) => set.startsWith('kustomization '));
}

function isWithin(folder: string, outer: string): boolean {
  return folder.startsWith(`${outer}/`);
}

/** True where the object, a kustomization or a delivery sets the namespace, so that it does not depend on kubectl's context. */
export function isNamespaceKnown(entry: IndexedObject): boolean {
  if (entry.identities.some(({ namespace }) => namespace.startsWith('?'))) return false;
  return entry.facts.namespace?.isKnown === true || !isInContext(entry);
}

/** True for an object without a namespace, which kubectl puts into that of its context. */
export function isUnwritten(entry: IndexedObject): boolean {
  return entry.facts.namespace === undefined && isInContext(entry);
}

/** There is an identity for each placement. */
function isInContext({ identities, placements }: IndexedObject): boolean {
  return identities.some(
    ({ namespace }, i) => namespace === 'default' && !placements[i]?.namespace && !placements[i]?.fallback,
  );
}

/** The objects of all items, each once. For one item this is the list itself, so that what is known of it can be used again. */
export function collect<T>(
  items: readonly T[],
  objectsOf: (item: T) => readonly IndexedObject[],
): readonly IndexedObject[] {
  const [first, ...others] = items.map(objectsOf);
  return others.length === 0 ? (first ?? []) : [...new Set([...(first ?? []), ...others.flat()])];
}
