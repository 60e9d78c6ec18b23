/** The keys of the index: by kind, name and namespace, and by other facts that rules look up. */
import { kindOfType, type Kind } from '../../contract/contract.ts';
import { blockOf } from '../../contract/ip.ts';
import type { IndexedObject } from './indexed-object.ts';
import { folderOf, plainPath } from './placement.ts';

/** A kind outside of the core API group carries its group: see `kindKey`. */
export const keys = {
  named: (kind: string, namespace: string, name: string) => `named ${kind} ${namespace} ${name}`,
  within: (kind: string, namespace: string) => `within ${kind} ${namespace}`,
  anywhere: (kind: string, name: string) => `anywhere ${kind} ${name}`,
  /** Services by the address block of their cluster IPs: one key answers for all addresses of the block. */
  clusterIpsIn: (block: string) => `ips ${block}`,
  /** EndpointSlices by the Service that their label names. */
  slicesOf: (namespace: string, service: string) => `slices ${namespace} ${service}`,
  argo: 'argo',
  /** The objects with values of the chart in this folder, and the values themselves. */
  chartUses: (chart: string) => `uses ${chart}`,
  chartValues: (chart: string) => `values ${chart}`,
  /** Endpoints or EndpointSlices, and patches of them. Only under this key are objects compared by what they apply. */
  applied: (kind: Kind, namespace: string, name: string) => `applied ${kind} ${namespace} ${name}`,
} as const;

/** The kind that a key asks for; `Service` where it names none. */
export function kindOfKey(key: string): string {
  const [way = '', kind = ''] = key.split(' ', 2);
  return way === 'named' || way === 'within' || way === 'anywhere' ? kind : 'Service';
}

export function isAppliedKey(key: string): boolean {
  return key.startsWith('applied ');
}

/** The kind as it is written in keys: `Application.argoproj.io`, but `Service`. */
export function kindKey(kind: string, group: string): string {
  return group === '' || kind.startsWith('EndpointSlice') ? kind : `${kind}.${group}`;
}

/** The keys that find the object, each once. */
export function keysOf(entry: IndexedObject): readonly string[] {
  const all = allKeysOf(entry);
  const mayRepeat = entry.identities.length > 1 || entry.facts.service !== undefined;
  return mayRepeat ? [...new Set(all)] : all;
}

function allKeysOf({ facts, identities, placements, uri }: IndexedObject): readonly string[] {
  const kind = kindKey(facts.kind, facts.group);
  const all: string[] = [];
  for (const { namespace, name } of identities) {
    all.push(keys.within(kind, namespace));
    if (name !== '') all.push(keys.named(kind, namespace, name), keys.anywhere(kind, name));
    if (name !== '' && facts.applied) all.push(keys.applied(kindOfType(facts.kind), namespace, name));
    if (facts.slice?.service) all.push(keys.slicesOf(namespace, facts.slice.service));
  }
  for (const ip of facts.service?.clusterIps ?? []) all.push(keys.clusterIpsIn(blockOf(ip)));
  if (facts.exclusions !== undefined) all.push(keys.argo);
  if (facts.chartUses) for (const { chart } of placements) if (chart !== '') all.push(keys.chartUses(chart));
  if (facts.chartKeys) all.push(keys.chartValues(folderOf(plainPath(uri))));
  return all;
}
