/**
 * The family of a Service: itself, its Endpoints, its EndpointSlices and the patches of them, found from any of its members.
 * A repository may hold the same family several times, for several clusters: then each member belongs to the nearest one.
 */
import type { Facts } from './facts.ts';
import { nearest } from './relations.ts';
import { keys } from './resource-index.ts';
import type { Entry } from './resource-index.ts';
import type { Workspace } from './workspace.ts';

type Index = Pick<Workspace, 'at'>;

/** What the Service is called in one placement of a member, and what that placement adds to what is written. */
export interface FamilyName {
  readonly namespace: string;
  readonly name: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** The kinds whose own name is that of the Service. The first of them that is there is what the others gather around. */
const namedKinds = ['Service', 'Endpoints', 'EndpointsPatch', 'ServicePatch'];
const kinds = [...namedKinds, 'EndpointSlice', 'EndpointSlicePatch'];

/** True for what can belong to a Service; other groups have kinds of the same names. */
export function isFamilyKind({ kind, group }: Pick<Facts, 'kind' | 'group'>): boolean {
  return isSlice({ kind }) ? kinds.includes(kind) : group === '' && namedKinds.includes(kind);
}

/** True where a label rather than the name says to which Service the object belongs. */
export function isSlice({ kind }: Pick<Facts, 'kind'>): boolean {
  return kind.startsWith('EndpointSlice');
}

/** Those of the object's own kind whose patches are called like this one: `Endpoints` for an `EndpointsPatch`. */
export function patchedKind({ kind }: Pick<Facts, 'kind'>): string {
  return kind.replace(/Patch$/, '');
}

/** Everything that shares a name with the object in one of its placements, wherever it stands; the object is among it. */
export function relativesOf(entry: Entry, index: Index): readonly Entry[] {
  if (!isFamilyKind(entry.facts)) return [entry];
  const found = familyNames(entry, index).flatMap((name) => called(name, index));
  return [...new Set([entry, ...found])];
}

/** The relatives that belong to the same Service as the object, and not to one of the same name that is nearer to them. */
export function familyOf(entry: Entry, index: Index): readonly Entry[] {
  const relatives = relativesOf(entry, index);
  const hubKind = kinds.find((kind) => relatives.some(({ facts }) => facts.kind === kind));
  const ofHubKind = (all: readonly Entry[]): readonly Entry[] => all.filter(({ facts }) => facts.kind === hubKind);
  const hubs = nearest(ofHubKind(relatives), entry.uri);
  const isOurs = (each: Entry): boolean =>
    each.facts.kind === hubKind
      ? hubs.includes(each)
      : nearest(ofHubKind(relativesOf(each, index)), each.uri).some((hub) => hubs.includes(hub));
  const all = hubs.flatMap((hub) => relativesOf(hub, index)).filter(isOurs);
  return inOrder([...new Set([entry, ...all])]);
}

/** What the Service of the object is called, once for each placement; none where that is not known. */
export function familyNames(entry: Entry, index: Index): readonly FamilyName[] {
  const { facts, identities } = entry;
  const written = isSlice(facts) ? serviceOf(entry, index) : facts.name.text;
  if (written === '') return [];
  return identities.flatMap((identity): FamilyName[] => {
    const { namespace } = identity;
    const { prefix, suffix } = affixesOf(facts.name.text, identity.name);
    const whole = { namespace, name: `${prefix}${written}${suffix}`, prefix, suffix };
    // Kustomize leaves a label as it is, whatever it makes of the name.
    const bare = { namespace, name: written, prefix: '', suffix: '' };
    return isSlice(facts) && whole.name !== written ? [bare, whole] : [whole];
  });
}

/** Everything that gives the Service of that name its Endpoints or slices, or is that Service. */
export function calledSo({ namespace, name }: Pick<FamilyName, 'namespace' | 'name'>, index: Index): readonly Entry[] {
  return [
    ...namedKinds.flatMap((kind) => index.at(keys.named(kind, namespace, name))),
    ...index.at(keys.slicesOf(namespace, name)),
  ];
}

/** The label of a slice; a patch of a slice that does not write it has that of the slice. */
function serviceOf(entry: Entry, index: Index): string {
  const { facts, identities } = entry;
  if (facts.slice?.service || facts.kind !== 'EndpointSlicePatch') return facts.slice?.service ?? '';
  const patched = identities.flatMap(({ namespace, name }) => index.at(keys.named('EndpointSlice', namespace, name)));
  return nearest(patched, entry.uri)[0]?.facts.slice?.service ?? '';
}

function called({ namespace, name, prefix, suffix }: FamilyName, index: Index): readonly Entry[] {
  const named = namedKinds.flatMap((kind) => index.at(keys.named(kind, namespace, name)));
  const bare = name.slice(prefix.length, name.length - suffix.length);
  const slices = [...new Set([name, bare])].flatMap((each) => index.at(keys.slicesOf(namespace, each)));
  const patches = slices.flatMap(({ identities }) =>
    identities.flatMap((each) => index.at(keys.named('EndpointSlicePatch', each.namespace, each.name))),
  );
  return [...named, ...slices, ...patches];
}

/** What stands around the written name in the whole one. */
function affixesOf(written: string, whole: string): { readonly prefix: string; readonly suffix: string } {
  const start = written === '' ? -1 : whole.indexOf(written);
  if (start < 0) return { prefix: '', suffix: '' };
  return { prefix: whole.slice(0, start), suffix: whole.slice(start + written.length) };
}

/** By file and, within it, by place. */
function inOrder(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((a, b) => (a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : a.ordinal - b.ordinal));
}
