/**
 * The family of a Service: itself, its Endpoints, its EndpointSlices and the patches of them, found from any of its members.
 * A repository may hold the same family several times, for several clusters: then each member belongs to the nearest one.
 */
import type { Facts } from '../facts/facts.ts';
import { namesakes, nearestObjects } from './relations.ts';
import { keys } from './index-keys.ts';
import { byPlace } from './indexed-object.ts';
import type { IndexedObject } from './indexed-object.ts';
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

/** The nearest Services that the object is for. */
export function frontServices(entry: IndexedObject, index: Index): readonly IndexedObject[] {
  if (!isSlice(entry.facts)) return namesakes({ entry, at: (key) => index.at(key) }, 'Service');
  const services = relativesOf([entry], index).filter(({ facts }) => facts.kind === 'Service' && facts.group === '');
  return nearestObjects(services, entry.uri);
}

/** Everything that shares a name with one of the objects in one of its placements, wherever it stands; they are among it. */
export function relativesOf(entries: readonly IndexedObject[], index: Index): readonly IndexedObject[] {
  const names = new Map<string, FamilyName>();
  for (const entry of entries.filter(({ facts }) => isFamilyKind(facts))) {
    for (const name of familyNames(entry, index)) names.set(keyOf(name), name);
  }
  return [...new Set([...entries, ...[...names.values()].flatMap((name) => called(name, index))])];
}

/** The relatives that belong to the same Service as the object, and not to one of the same name that is nearer to them. */
export function familyMembers(entry: IndexedObject, index: Index): readonly IndexedObject[] {
  const { hubs, hubsOf } = hubFinder(entry, index);
  const ours = relativesOf(hubs, index).filter((each) => hubsOf(each).some((hub) => hubs.includes(hub)));
  return [...new Set([entry, ...ours])].sort(byPlace);
}

/** The families that share a member with that of the object, and so on: none of them can be called otherwise alone. */
export function linkedFamiliesOf(entry: IndexedObject, index: Index): readonly IndexedObject[] {
  const { hubs, hubsOf } = hubFinder(entry, index);
  const linked = new Set(hubs);
  let ours: readonly IndexedObject[] = [];
  for (let last = 0; last < linked.size;) {
    last = linked.size;
    ours = relativesOf([...linked], index).filter((each) => hubsOf(each).some((hub) => linked.has(hub)));
    for (const hub of ours.flatMap(hubsOf)) linked.add(hub);
  }
  return [...new Set([entry, ...ours])].sort(byPlace);
}

interface HubFinder {
  /** Those that the object belongs to. */
  readonly hubs: readonly IndexedObject[];
  /** Those that a relative belongs to. */
  readonly hubsOf: (relative: IndexedObject) => readonly IndexedObject[];
}

/** Finds what the members gather around: the nearest Services or, without any, the nearest Endpoints, and so on. */
function hubFinder(entry: IndexedObject, index: Index): HubFinder {
  const relatives = relativesOf([entry], index);
  const hubKind = kinds.find((kind) => relatives.some(({ facts }) => facts.kind === kind));
  // A repository for hundreds of clusters has as many objects of the same names.
  const known = new Map<string, readonly IndexedObject[]>();
  const candidates = (each: IndexedObject): readonly IndexedObject[] => {
    const key = familyNames(each, index).map(keyOf).join();
    const found = known.get(key) ?? relativesOf([each], index).filter(({ facts }) => facts.kind === hubKind);
    known.set(key, found);
    return found;
  };
  const hubsOf = (each: IndexedObject): readonly IndexedObject[] =>
    each.facts.kind === hubKind ? [each] : nearestObjects(candidates(each), each.uri);
  return { hubs: nearestObjects(candidates(entry), entry.uri), hubsOf };
}

/** What the Service of the object is called, once for each placement; none where that is not known. */
export function familyNames(entry: IndexedObject, index: Index): readonly FamilyName[] {
  const { facts, identities } = entry;
  const written = isSlice(facts) ? serviceOf(entry, index) : facts.name.text;
  if (written === '') return [];
  return identities.flatMap(({ namespace, prefix, suffix }): FamilyName[] => {
    const whole = { namespace, name: `${prefix}${written}${suffix}`, prefix, suffix };
    // Kustomize leaves a label as it is, whatever it makes of the name.
    const bare = { namespace, name: written, prefix: '', suffix: '' };
    return isSlice(facts) && whole.name !== written ? [bare, whole] : [whole];
  });
}

function keyOf({ namespace, prefix, name, suffix }: FamilyName): string {
  return `${namespace} ${prefix} ${name} ${suffix}`;
}

/** Everything that gives the Service of that name its Endpoints or slices, or is that Service. */
export function calledSo(
  { namespace, name }: Pick<FamilyName, 'namespace' | 'name'>,
  index: Index,
): readonly IndexedObject[] {
  return [
    ...namedKinds.flatMap((kind) => index.at(keys.named(kind, namespace, name))),
    ...index.at(keys.slicesOf(namespace, name)),
  ];
}

/** The label of a slice; a patch of a slice that does not write it has that of the slice. */
function serviceOf(entry: IndexedObject, index: Index): string {
  const { facts, identities } = entry;
  if (facts.slice?.service || facts.kind !== 'EndpointSlicePatch') return facts.slice?.service ?? '';
  const patched = identities.flatMap(({ namespace, name }) => index.at(keys.named('EndpointSlice', namespace, name)));
  return nearestObjects(patched, entry.uri)[0]?.facts.slice?.service ?? '';
}

function called({ namespace, name, prefix, suffix }: FamilyName, index: Index): readonly IndexedObject[] {
  const named = namedKinds.flatMap((kind) => index.at(keys.named(kind, namespace, name)));
  const bare = name.slice(prefix.length, name.length - suffix.length);
  const slices = [...new Set([name, bare])].flatMap((each) => index.at(keys.slicesOf(namespace, each)));
  const patches = slices.flatMap(({ identities }) =>
    identities.flatMap((each) => index.at(keys.named('EndpointSlicePatch', each.namespace, each.name))),
  );
  return [...named, ...slices, ...patches];
}
