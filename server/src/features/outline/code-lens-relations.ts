/** Which objects around belong to one, in a few words: of a Service its Endpoints, of Endpoints or a slice their Service. */
import { familyMembers } from '../../analysis/workspace/family.ts';
import { hasManualEndpoints } from '../../analysis/workspace/pairing.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { kinds } from '../../contract/contract.ts';
import type { Kind } from '../../contract/contract.ts';
import type { Workspace } from '../../analysis/workspace/workspace.ts';
import { shownName } from '../navigation/object-words.ts';

/** `2 Endpoints, 1 slice`, `Service web · 2 patches`; undefined where there is nothing to say. */
export function relationPhrase(entry: IndexedObject, workspace: Workspace): string | undefined {
  const { facts } = entry;
  if (facts.name.text === '' || !(facts.service ?? facts.endpoints ?? facts.slice)) return undefined;
  const family = familyMembers(entry, workspace).filter((each) => each !== entry);
  const find = (kind: string): readonly IndexedObject[] => family.filter((each) => each.facts.kind === kind);
  if (facts.kind === 'Service') return servicePhrase(entry, find, workspace);
  return facts.slice ? slicePhrase(entry, find) : endpointsPhrase(entry, find);
}

type Find = (kind: string) => readonly IndexedObject[];

function servicePhrase(entry: IndexedObject, find: Find, workspace: Workspace): string | undefined {
  const { service } = entry.facts;
  const [endpoints, slices] = kinds.map((kind) => find(kind).length);
  const patches = kinds.reduce((count, kind) => count + find(`${kind}Patch`).length, 0);
  if (!endpoints && !patches) {
    // Slices of a Service with a selector are the control plane's, as its endpoints are.
    if (!service || !hasManualEndpoints(service)) return undefined;
    const missing = slices ? undefined : kinds.find((kind) => isTelling(entry, kind, workspace));
    if (!slices) return missing && `no ${missing === 'Endpoints' ? missing : 'slices'}`;
  }
  return [
    ...counted(endpoints, 'Endpoints', 'Endpoints'),
    ...counted(slices, 'slice', 'slices'),
    ...counted(patches, 'patch', 'patches'),
  ].join(', ');
}

function endpointsPhrase({ facts }: IndexedObject, find: Find): string | undefined {
  const isPatch = facts.kind === 'EndpointsPatch';
  const words = [
    ...(isPatch ? named(find('Endpoints'), 'Endpoints', 'Endpoints') : []),
    ...named(find('Service'), 'Service', 'Services'),
    ...(isPatch ? [] : counted(find('EndpointsPatch').length, 'patch', 'patches')),
    ...(isPatch ? [] : counted(find('EndpointSlice').length, 'slice', 'slices')),
  ];
  return words.length > 0 ? words.join(' · ') : undefined;
}

/** Patches of other slices of the Service are none of this one. */
function slicePhrase({ facts, identities }: IndexedObject, find: Find): string | undefined {
  const isPatch = facts.kind === 'EndpointSlicePatch';
  const isSame = (other: IndexedObject): boolean =>
    other.identities.some((one) => identities.some((two) => one.namespace === two.namespace && one.name === two.name));
  const words = [
    ...(isPatch ? named(find('EndpointSlice').filter(isSame), 'slice', 'slices') : []),
    ...named(find('Service'), 'Service', 'Services'),
    ...(isPatch ? [] : counted(find('EndpointSlicePatch').filter(isSame).length, 'patch', 'patches')),
  ];
  return words.length > 0 ? words.join(' · ') : undefined;
}

/** True where the absence says something: nothing is hidden, and others there have objects of the kind beside them. */
function isTelling({ identities }: IndexedObject, kind: Kind, workspace: Workspace): boolean {
  return identities.every(
    ({ isClosed, isCertain, namespace }) =>
      isClosed && isCertain && workspace.at(keys.within(kind, namespace)).length > 0,
  );
}

function counted(count: number | undefined, one: string, many: string): readonly string[] {
  return count ? [`${count} ${count === 1 ? one : many}`] : [];
}

/** By its name where there is one; a repository may hold it for several clusters. */
function named(entries: readonly IndexedObject[], one: string, many: string): readonly string[] {
  const [only] = entries;
  return only && entries.length === 1 ? [`${one} ${shownName(only)}`] : counted(entries.length, one, many);
}
