/** Whether objects of one Service reach the same cluster: only such slices may become one Endpoints, or get in each other's way. */
import { nearestServices } from '../analysis/workspace/family.ts';
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { areDeployedTogether } from '../analysis/workspace/relations.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { areVariants } from '../analysis/workspace/variants.ts';
import type { Workspace } from '../analysis/workspace/workspace.ts';

/** `unsure` where the files do not say. */
export type Coexistence = 'together' | 'apart' | 'unsure';

type Index = Pick<Workspace, 'at'>;

/** How two objects stand to each other that are called alike. */
export function coexistenceOf(a: IndexedObject, b: IndexedObject, index: Index): Coexistence {
  if (a.uri === b.uri) return 'together';
  // What a program makes is its own.
  if (a.facts.form === 'pulumi' || b.facts.form === 'pulumi') return 'apart';
  const [ours, theirs] = [applyPlaces(a), applyPlaces(b)];
  const shared = ours.filter((place) => theirs.includes(place));
  if (shared.length > 0) {
    // One may be taken in where the other is not.
    const isSame = shared.length === ours.length && shared.length === theirs.length;
    return isSame && a.facts.condition === b.facts.condition ? 'together' : 'unsure';
  }
  if (isTaken(ours) && isTaken(theirs)) return 'apart';
  return areVariants(a.uri, b.uri) ? 'apart' : byServices(a, b, index);
}

/** True for objects of one cluster, as far as it can be told: the name that one of them has, the other cannot have. */
export function isMeeting(a: IndexedObject, b: IndexedObject, index: Index): boolean {
  const places = applyPlaces(b);
  if (applyPlaces(a).some((place) => places.includes(place))) return true;
  return areDeployedTogether(a, b) && coexistenceOf(a, b, index) !== 'apart';
}

/** Where the object is applied from: of two that share one of these, it is known that they meet. */
export function applyPlaces({ uri, facts, identities }: IndexedObject): readonly string[] {
  if (facts.form === 'pulumi') return [uri];
  return [...new Set(identities.map(({ namespace, set }) => set || releaseOf(namespace, uri)))];
}

/** A release has a namespace of its own, where none is written. */
function releaseOf(namespace: string, uri: string): string {
  return namespace.startsWith('?') ? namespace : `folder ${folderOf(plainPath(uri))}`;
}

function isTaken(places: readonly string[]): boolean {
  return places.every((place) => place.startsWith('kustomization '));
}

/** Those in front of the same Service meet if they stand with it, or below. */
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
  return here?.startsWith(above ?? '') === true && !isTaken(applyPlaces(entry));
}
