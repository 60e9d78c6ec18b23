/**
 * Decides whether objects of one Service are in the same cluster. Only then may slices become one Endpoints or
 * conflict.
 */
import { nearestServices } from '../analysis/workspace/family.ts';
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { areDeployedTogether } from '../analysis/workspace/relations.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { areVariants } from '../analysis/workspace/variants.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';

/** `unsure` if the files do not show it. */
export type Coexistence = 'together' | 'apart' | 'unsure';

type Index = Pick<Workspace, 'at'>;

/** Whether two objects for the same Service are in one cluster. */
export function coexistenceOf(a: IndexedObject, b: IndexedObject, index: Index): Coexistence {
  if (a.uri === b.uri) return 'together';
  // Every program manages its own objects.
  if (a.facts.form === 'pulumi' || b.facts.form === 'pulumi') return 'apart';
  const [ours, theirs] = [applyPlaces(a), applyPlaces(b)];
  const shared = ours.filter((place) => theirs.includes(place));
  if (shared.length > 0) {
    // A kustomization may include one object without the other.
    const isSame = shared.length === ours.length && shared.length === theirs.length;
    return isSame && a.facts.condition === b.facts.condition ? 'together' : 'unsure';
  }
  if (isKustomized(ours) && isKustomized(theirs)) return 'apart';
  return areVariants(a.uri, b.uri) ? 'apart' : byServices(a, b, index);
}

/** True for objects that are probably in one cluster, where two objects cannot have the same name. */
export function isMeeting(a: IndexedObject, b: IndexedObject, index: Index): boolean {
  const places = applyPlaces(b);
  if (applyPlaces(a).some((place) => places.includes(place))) return true;
  return areDeployedTogether(a, b) && coexistenceOf(a, b, index) !== 'apart';
}

/** The places that apply the object. Objects that share one are in the same cluster. */
export function applyPlaces({ uri, facts, identities }: IndexedObject): readonly string[] {
  if (facts.form === 'pulumi') return [uri];
  return [...new Set(identities.map(({ namespace, set }) => set || releaseOf(namespace, uri)))];
}

/** An unknown namespace (`?…`) already identifies a release; otherwise the folder does. */
function releaseOf(namespace: string, uri: string): string {
  return namespace.startsWith('?') ? namespace : `folder ${folderOf(plainPath(uri))}`;
}

function isKustomized(places: readonly string[]): boolean {
  return places.every((place) => place.startsWith('kustomization '));
}

/** Objects are in one cluster with the same Service if it is in their folder or in a folder above. */
function byServices(a: IndexedObject, b: IndexedObject, index: Index): Coexistence {
  const [ours, theirs] = [nearestServices(a, index), nearestServices(b, index)];
  if (ours.length === 0 || theirs.length === 0) return 'unsure';
  if (!ours.some((service) => theirs.includes(service))) return 'apart';
  const isSure = [...ours, ...theirs].every(
    (service) => ours.includes(service) && theirs.includes(service) && isBelow(a, service) && isBelow(b, service),
  );
  return isSure && a.facts.condition === b.facts.condition ? 'together' : 'unsure';
}

function isBelow(entry: IndexedObject, service: IndexedObject): boolean {
  const [here, above] = [entry, service].map(({ uri }) => `${folderOf(plainPath(uri))}/`);
  return here?.startsWith(above ?? '') === true && !isKustomized(applyPlaces(entry));
}
