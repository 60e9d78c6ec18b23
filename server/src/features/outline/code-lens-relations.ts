/** Names the related objects for the code lens: the Endpoints and slices of a Service, the Service of these, and patches. */
import { hasManualEndpoints } from '../../analysis/workspace/pairing.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { Identity, IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { collect } from '../../analysis/workspace/relations.ts';
import { kinds, type Kind } from '../../contract/contract.ts';
import type { Workspace } from '../../analysis/workspace/workspace.ts';
import { groupBy } from '../../text/group.ts';
import { memo } from '../../text/memo.ts';
import { shownName } from '../navigation/object-words.ts';

/** What a lens says of related objects, and lists of these objects; no list where it says that they are missing. */
export interface RelationLens {
  readonly title: string;
  /** Not copied into one list: a Service can have thousands of objects, and each of them has a lens. */
  readonly lists: readonly (readonly IndexedObject[])[];
}

/** `2 Endpoints, 1 slice`, `Service web · 2 patches`; undefined where there are no related objects. */
export function relationLens(
  entry: IndexedObject,
  workspace: Workspace,
  familyOf: (entry: IndexedObject) => readonly IndexedObject[],
): RelationLens | undefined {
  const { facts } = entry;
  if (facts.name.text === '' || !(facts.service ?? facts.endpoints ?? facts.slice)) return undefined;
  const family = byKind(familyOf(entry));
  const find = (kind: string): readonly IndexedObject[] => family.get(kind) ?? [];
  const isService = facts.kind === 'Service';
  const parts = isService ? partsOfService(entry, find, workspace) : partsOfEndpoints(entry, find);
  if (parts.length === 0) return undefined;
  const title = parts.map((part) => part.title).join(isService ? ', ' : ' · ');
  return { title, lists: parts.flatMap(({ lists }) => lists) };
}

const byKind = memo((family: readonly IndexedObject[]) => groupBy(family, ({ facts }) => facts.kind));

type Find = (kind: string) => readonly IndexedObject[];

function partsOfService(entry: IndexedObject, find: Find, workspace: Workspace): readonly RelationLens[] {
  const { service } = entry.facts;
  const [endpoints = [], slices = []] = kinds.map(find);
  const patches = kinds.map((kind) => find(`${kind}Patch`));
  if ([endpoints, ...patches].every(({ length }) => length === 0)) {
    // The control plane makes the endpoints of a Service with a selector.
    if (!service || !hasManualEndpoints(service)) return [];
    const missing = slices.length > 0 ? undefined : kinds.find((kind) => isMissing(entry, kind, workspace));
    if (missing) return [{ title: `no ${missing === 'Endpoints' ? missing : 'slices'}`, lists: [] }];
  }
  return [
    ...counted([endpoints], 'Endpoints', 'Endpoints'),
    ...counted([slices], 'slice', 'slices'),
    ...counted(patches, 'patch', 'patches'),
  ];
}

/** For Endpoints and slices. Patches of other slices of the Service are not counted. */
function partsOfEndpoints({ facts, identities }: IndexedObject, find: Find): readonly RelationLens[] {
  const isPatch = facts.kind.endsWith('Patch');
  const same = (others: readonly IndexedObject[]): readonly IndexedObject[] =>
    facts.slice ? collect(identities, (identity) => byIdentity(others).get(keyOf(identity)) ?? []) : others;
  const [kind, noun, plural] = facts.slice
    ? ['EndpointSlice', 'slice', 'slices']
    : ['Endpoints', 'Endpoints', 'Endpoints'];
  return [
    ...(isPatch ? named(same(find(kind)), noun, plural) : []),
    ...named(find('Service'), 'Service', 'Services'),
    ...(isPatch ? [] : counted([same(find(`${kind}Patch`))], 'patch', 'patches')),
    ...(isPatch || facts.slice ? [] : counted([find('EndpointSlice')], 'slice', 'slices')),
  ];
}

const byIdentity = memo((entries: readonly IndexedObject[]): ReadonlyMap<string, readonly IndexedObject[]> => {
  const pairs = entries.flatMap((entry) => [...new Set(entry.identities.map(keyOf))].map((key) => ({ key, entry })));
  return new Map([...groupBy(pairs, ({ key }) => key)].map(([key, found]) => [key, found.map(({ entry }) => entry)]));
});

function keyOf({ namespace, name }: Identity): string {
  return `${namespace} ${name}`;
}

/** True where the object is surely missing: all objects are known, and the namespace has other objects of the kind. */
function isMissing({ identities }: IndexedObject, kind: Kind, workspace: Workspace): boolean {
  return identities.every(
    ({ isClosed, isCertain, namespace }) =>
      isClosed && isCertain && workspace.at(keys.within(kind, namespace)).length > 0,
  );
}

function counted(lists: RelationLens['lists'], one: string, many: string): readonly RelationLens[] {
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  return count > 0 ? [{ title: `${count} ${count === 1 ? one : many}`, lists }] : [];
}

/** One object by its name, several by their number: a repository can have an object for each cluster. */
function named(objects: readonly IndexedObject[], one: string, many: string): readonly RelationLens[] {
  const [only] = objects;
  return only && objects.length === 1
    ? [{ title: `${one} ${shownName(only)}`, lists: [objects] }]
    : counted([objects], one, many);
}
