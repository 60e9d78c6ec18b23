/** Finds the family of a Service from any member: its Endpoints, its EndpointSlices and all their patches. */
import type { Facts } from '../facts/facts.ts';
import { nearestObjects } from './nearest.ts';
import { meansTheSame, namesakes } from './relations.ts';
import { keys } from './index-keys.ts';
import { byPlace, type IndexedObject } from './indexed-object.ts';
import type { Workspace } from './workspace.ts';

type Index = Pick<Workspace, 'at'>;

/** The name of the Service in one placement of a member, with the prefix and suffix that the placement adds. */
export interface FamilyName {
  readonly namespace: string;
  readonly name: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** Kinds that have the name of the Service. The first kind with an object is the hub of the family. */
const namedKinds = ['Service', 'Endpoints', 'EndpointsPatch', 'ServicePatch'];
const kinds = [...namedKinds, 'EndpointSlice', 'EndpointSlicePatch'];

/** True for a kind that can belong to a Service. Other API groups have kinds with the same names. */
export function isFamilyKind({ kind, group }: Pick<Facts, 'kind' | 'group'>): boolean {
  return isSlice({ kind }) ? kinds.includes(kind) : group === '' && namedKinds.includes(kind);
}

/** True for kinds that name their Service in a label. */
export function isSlice({ kind }: Pick<Facts, 'kind'>): boolean {
  return kind.startsWith('EndpointSlice');
}

/** The kind that a patch changes: `Endpoints` for `EndpointsPatch`; other kinds are returned unchanged. */
export function patchedKind({ kind }: Pick<Facts, 'kind'>): string {
  return kind.replace(/Patch$/, '');
}

export function nearestServices(entry: IndexedObject, index: Index): readonly IndexedObject[] {
  if (!isSlice(entry.facts)) return namesakes({ entry, at: (key) => index.at(key) }, 'Service');
  const services = relativesOf([entry], index).filter(({ facts }) => facts.kind === 'Service' && facts.group === '');
  return nearestObjects(services, entry.uri);
}

/** The objects, and all objects that share a Service name with one of them, at any distance. */
export function relativesOf(entries: readonly IndexedObject[], index: Index): readonly IndexedObject[] {
  const names = new Map<string, FamilyName>();
  const found: IndexedObject[] = [...entries];
  for (const entry of entries.filter(({ facts }) => isFamilyKind(facts))) {
    const own = familyNames(entry, index);
    if (entry.facts.form === 'terraform' && !entry.facts.name.isKnown)
      for (const name of own)
        found.push(...called(name, index).filter((each) => meansTheSame(entry.facts.name, entry, each)));
    else for (const name of own) names.set(keyOf(name), name);
  }
  for (const name of names.values()) found.push(...called(name, index));
  return [...new Set(found)];
}

/** The members of the object's family, sorted; without objects that are nearer to another Service of the same name. */
export function familyMembers(entry: IndexedObject, index: Index): readonly IndexedObject[] {
  const { hubs, hubsOf } = hubFinder(entry, index);
  const own = new Set(hubs);
  // Most members have the same hubs.
  const known = new Map<readonly IndexedObject[], boolean>();
  const isOurs = (each: IndexedObject): boolean => {
    const theirs = hubsOf(each);
    const found = known.get(theirs) ?? theirs.some((hub) => own.has(hub));
    known.set(theirs, found);
    return found;
  };
  return [...new Set([entry, ...relativesOf(hubs, index).filter(isOurs)])].sort(byPlace);
}

/** `familyMembers` for many objects: those of one file and name have one family. */
export function familyFinder(index: Index): (entry: IndexedObject) => readonly IndexedObject[] {
  const known = new Map<string, readonly IndexedObject[]>();
  return (entry) => {
    const names = familyNames(entry, index).map(keyOf).join('\n');
    if (names === '') return familyMembers(entry, index);
    const key = `${entry.uri}\n${names}`;
    const members = known.get(key) ?? familyMembers(entry, index);
    known.set(key, members);
    return members;
  };
}

/** The members of all families that share members with the object's family: they can only be renamed together. */
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
  readonly hubs: readonly IndexedObject[];
  readonly hubsOf: (relative: IndexedObject) => readonly IndexedObject[];
}

/** The hubs of a family are its nearest Services; without any, its nearest Endpoints, and so on through the kinds. */
function hubFinder(entry: IndexedObject, index: Index): HubFinder {
  const relatives = relativesOf([entry], index);
  const hubKind = kinds.find((kind) => relatives.some(({ facts }) => facts.kind === kind));
  // Cached by name: a repository for hundreds of clusters has hundreds of objects with one name.
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

/** The name of the object's Service in each placement; empty where it is unknown. */
export function familyNames(entry: IndexedObject, index: Index): readonly FamilyName[] {
  const { facts, identities } = entry;
  const written = isSlice(facts) ? serviceOf(entry, index) : facts.name.text;
  if (written === '') return [];
  return identities.flatMap(({ namespace, prefix, suffix }): FamilyName[] => {
    const whole = { namespace, name: `${prefix}${written}${suffix}`, prefix, suffix };
    // Kustomize adds a prefix to names, but not to labels.
    const bare = { namespace, name: written, prefix: '', suffix: '' };
    return isSlice(facts) && whole.name !== written ? [bare, whole] : [whole];
  });
}

function keyOf({ namespace, prefix, name, suffix }: FamilyName): string {
  return `${namespace} ${prefix} ${name} ${suffix}`;
}

/** The Service with this name, its Endpoints, its slices and their patches by name. */
export function objectsOfService(
  { namespace, name }: Pick<FamilyName, 'namespace' | 'name'>,
  index: Index,
): readonly IndexedObject[] {
  return [
    ...namedKinds.flatMap((kind) => index.at(keys.named(kind, namespace, name))),
    ...index.at(keys.slicesOf(namespace, name)),
  ];
}

/** The label of a slice. A patch that does not write the label has the label of its slice. */
function serviceOf(entry: IndexedObject, index: Index): string {
  const { facts, identities } = entry;
  if (facts.slice?.service || facts.kind !== 'EndpointSlicePatch') return facts.slice?.service ?? '';
  const patched = identities.flatMap(({ namespace, name }) => index.at(keys.named('EndpointSlice', namespace, name)));
  return nearestObjects(patched, entry.uri)[0]?.facts.slice?.service ?? '';
}

function called({ namespace, name, prefix, suffix }: FamilyName, index: Index): readonly IndexedObject[] {
  const bare = name.slice(prefix.length, name.length - suffix.length);
  const found = [
    ...objectsOfService({ namespace, name }, index),
    ...(bare === name ? [] : index.at(keys.slicesOf(namespace, bare))),
  ];
  const patches = found
    .filter(({ facts }) => isSlice(facts))
    .flatMap(({ identities }) =>
      identities.flatMap((each) => index.at(keys.named('EndpointSlicePatch', each.namespace, each.name))),
    );
  return [...found, ...patches];
}
