/** Which objects around belong to one, in a few words: of a Service its Endpoints, of Endpoints their Service. */
import { familyOf } from '../analysis/family.ts';
import { takesEndpoints } from '../analysis/pairing.ts';
import { keys } from '../analysis/resource-index.ts';
import type { Entry } from '../analysis/resource-index.ts';
import type { Workspace } from '../analysis/workspace.ts';
import { shownName } from './object-words.ts';

/** `2 Endpoints, 1 slice`, `Service web · 2 patches`; undefined where there is nothing to say. */
export function relationPhrase(entry: Entry, workspace: Workspace): string | undefined {
  const { facts } = entry;
  if (facts.name.text === '' || (facts.kind !== 'Service' && !facts.endpoints)) return undefined;
  const family = familyOf(entry, workspace).filter((each) => each !== entry);
  const find = (kind: string): readonly Entry[] => family.filter((each) => each.facts.kind === kind);
  return facts.kind === 'Service' ? servicePhrase(entry, find, workspace) : endpointsPhrase(entry, find);
}

type Find = (kind: string) => readonly Entry[];

function servicePhrase(entry: Entry, find: Find, workspace: Workspace): string | undefined {
  const { service } = entry.facts;
  const [endpoints, slices, patches] = ['Endpoints', 'EndpointSlice', 'EndpointsPatch'].map(
    (kind) => find(kind).length,
  );
  if (!endpoints && !patches) {
    // Slices of a Service with a selector are the control plane's, as its endpoints are.
    if (!service || !takesEndpoints(service)) return undefined;
    if (!slices) return isTelling(entry, workspace) ? 'no Endpoints' : undefined;
  }
  return [
    ...counted(endpoints, 'Endpoints', 'Endpoints'),
    ...counted(slices, 'slice', 'slices'),
    ...counted(patches, 'patch', 'patches'),
  ].join(', ');
}

function endpointsPhrase({ facts }: Entry, find: Find): string | undefined {
  const isPatch = facts.kind === 'EndpointsPatch';
  const words = [
    ...(isPatch ? named(find('Endpoints'), 'Endpoints', 'Endpoints') : []),
    ...named(find('Service'), 'Service', 'Services'),
    ...(isPatch ? [] : counted(find('EndpointsPatch').length, 'patch', 'patches')),
    ...(isPatch ? [] : counted(find('EndpointSlice').length, 'slice', 'slices')),
  ];
  return words.length > 0 ? words.join(' · ') : undefined;
}

/** True where the absence says something: nothing is hidden, and others there have Endpoints beside them. */
function isTelling({ identities }: Entry, workspace: Workspace): boolean {
  return identities.every(
    ({ isClosed, isCertain, namespace }) =>
      isClosed && isCertain && workspace.at(keys.within('Endpoints', namespace)).length > 0,
  );
}

function counted(count: number | undefined, one: string, many: string): readonly string[] {
  return count ? [`${count} ${count === 1 ? one : many}`] : [];
}

/** By its name where there is one; a repository may hold it for several clusters. */
function named(entries: readonly Entry[], one: string, many: string): readonly string[] {
  const [only] = entries;
  return only && entries.length === 1 ? [`${one} ${shownName(only)}`] : counted(entries.length, one, many);
}
