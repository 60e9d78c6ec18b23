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

/** `2 Endpoints, 1 slice`, `Service web · 2 patches`; undefined where there are no related objects. */
export function relationPhrase(
  entry: IndexedObject,
  workspace: Workspace,
  familyOf: (entry: IndexedObject) => readonly IndexedObject[],
): string | undefined {
  const { facts } = entry;
  if (facts.name.text === '' || !(facts.service ?? facts.endpoints ?? facts.slice)) return undefined;
  const family = byKind(familyOf(entry));
  const find = (kind: string): readonly IndexedObject[] => family.get(kind) ?? [];
  if (facts.kind === 'Service') return servicePhrase(entry, find, workspace);
  return endpointsPhrase(entry, find);
}

const byKind = memo((family: readonly IndexedObject[]) => groupBy(family, ({ facts }) => facts.kind));

type Find = (kind: string) => readonly IndexedObject[];

function servicePhrase(entry: IndexedObject, find: Find, workspace: Workspace): string | undefined {
  const { service } = entry.facts;
  const [endpoints, slices] = kinds.map((kind) => find(kind).length);
  const patches = kinds.reduce((count, kind) => count + find(`${kind}Patch`).length, 0);
  if (!endpoints && !patches) {
    // The control plane makes the endpoints of a Service with a selector.
    if (!service || !hasManualEndpoints(service)) return undefined;
    const missing = slices ? undefined : kinds.find((kind) => isMissing(entry, kind, workspace));
    if (!slices) return missing && `no ${missing === 'Endpoints' ? missing : 'slices'}`;
  }
  return [
    ...counted(endpoints, 'Endpoints', 'Endpoints'),
    ...counted(slices, 'slice', 'slices'),
    ...counted(patches, 'patch', 'patches'),
  ].join(', ');
}

/** For Endpoints and slices. Patches of other slices of the Service are not counted. */
function endpointsPhrase({ facts, identities }: IndexedObject, find: Find): string | undefined {
  const isPatch = facts.kind.endsWith('Patch');
  const same = (others: readonly IndexedObject[]): readonly IndexedObject[] =>
    facts.slice ? collect(identities, (identity) => byIdentity(others).get(keyOf(identity)) ?? []) : others;
  const [kind, noun, plural] = facts.slice
    ? ['EndpointSlice', 'slice', 'slices']
    : ['Endpoints', 'Endpoints', 'Endpoints'];
  const words = [
    ...(isPatch ? named(same(find(kind)), noun, plural) : []),
    ...named(find('Service'), 'Service', 'Services'),
    ...(isPatch ? [] : counted(same(find(`${kind}Patch`)).length, 'patch', 'patches')),
    ...(isPatch || facts.slice ? [] : counted(find('EndpointSlice').length, 'slice', 'slices')),
  ];
  return words.length > 0 ? words.join(' · ') : undefined;
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

function counted(count: number | undefined, one: string, many: string): readonly string[] {
  return count ? [`${count} ${count === 1 ? one : many}`] : [];
}

/** One object by its name, several by their number: a repository can have an object for each cluster. */
function named(entries: readonly IndexedObject[], one: string, many: string): readonly string[] {
  const [only] = entries;
  return only && entries.length === 1 ? [`${one} ${shownName(only)}`] : counted(entries.length, one, many);
}
