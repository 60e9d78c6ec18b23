/** The keys of the index: by kind, name and namespace, and by other facts that rules look up. */
import { kindOfType, type Kind } from '../../contract/contract.ts';
import { blockOf } from '../../contract/ip.ts';
import type { IndexedObject } from './indexed-object.ts';
import { folderOf, plainPath } from './placement.ts';

/** A kind outside of the core API group carries its group: see `kindKey`. */
export const keys = {
  named: (kind: string, namespace: string, name: string) => `named ${kind} ${namespace} ${name}`,
  within: (kind: string, namespace: string) => `within ${kind} ${namespace}`,
  ofKind: (kind: string) => `kind ${kind}`,
  anywhere: (kind: string, name: string) => `anywhere ${kind} ${name}`,
  /** Services by the address block of their cluster IPs: one key answers for all addresses of the block. */
  clusterIpsIn: (block: string) => `ips ${block}`,
  /** EndpointSlices by the Service that their label names. */
  slicesOf: (namespace: string, service: string) => `slices ${namespace} ${service}`,
  /** What sends traffic to the Service. */
  sendersTo: (namespace: string, service: string) => `senders ${namespace} ${service}`,
  argo: 'argo',
  /** Endpoints and EndpointSlices that an Application of Argo CD delivers. */
  byArgo: 'by-argo',
  /** What delivers objects into the namespace. */
  deliveredTo: (namespace: string) => `delivered ${namespace}`,
  /** What reads Endpoints of this name without a Service. */
  readersOf: (name: string) => `readers ${name}`,
  /** The objects of a file. */
  inFile: (uri: string) => `file ${uri}`,
  /** The objects with values of the chart in this folder, and the values themselves. */
  chartUses: (chart: string) => `uses ${chart}`,
  chartValues: (chart: string) => `values ${chart}`,
  /** Endpoints or EndpointSlices, and patches of them. Only under this key are objects compared by what they apply. */
  applied: (kind: Kind | 'Service' | 'Node', namespace: string, name: string) => `applied ${kind} ${namespace} ${name}`,
} as const;

/** The kind that a key asks for; `Service` where it names none. */
export function kindOfKey(key: string): string {
  const [way = '', kind = ''] = key.split(' ', 2);
  return way === 'named' || way === 'within' || way === 'anywhere' || way === 'kind' ? kind : 'Service';
}

/** The URI of the file whose objects the key finds; undefined for other keys. */
export function fileOfKey(key: string): string | undefined {
  return key.startsWith('file ') ? key.slice('file '.length) : undefined;
}

/** Finds the plain texts that may hold an object under a key. */
export interface TextSearch {
  /** Equal for keys with the same search. */
  readonly id: string;
  readonly finds: (text: string) => boolean;
}

/** Finds each plain text with an object under the key, unless a kustomization renames it; undefined where none can. */
export function searchOfKey(key: string): TextSearch | undefined {
  const [way = '', kind = ''] = key.split(' ', 2);
  if (way === 'within' || way === 'kind') return containing(kind.replace(/\..*$/, ''));
  if (way === 'ips') return containing('clusterIP');
  if (way === keys.argo) return containing('argo');
  if (way === 'readers') return containing('glusterfs');
  return named.has(way) ? spelling(key.slice(key.lastIndexOf(' ') + 1)) : undefined;
}

function containing(word: string): TextSearch {
  return { id: word, finds: (text) => text.includes(word) };
}

/** Not `app-12` for `app-1`: of thousands of numbered objects, many names begin with each other. */
function spelling(name: string): TextSearch {
  return {
    id: `name ${name}`,
    finds: (text) => {
      for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
        if (!isNamePart(text, at - 1) && !isNamePart(text, at + name.length)) return true;
      return false;
    },
  };
}

function isNamePart(text: string, at: number): boolean {
  return /[\da-z-]/i.test(text.charAt(at));
}

const named: ReadonlySet<string> = new Set(['named', 'anywhere', 'slices', 'senders', 'applied']);

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
  const mayRepeat =
    entry.identities.length > 1 || (entry.facts.service ?? entry.facts.volumes ?? entry.facts.sender) !== undefined;
  return mayRepeat ? [...new Set(all)] : all;
}

function allKeysOf({ facts, identities, placements, uri }: IndexedObject): readonly string[] {
  const kind = kindKey(facts.kind, facts.group);
  const all = [keys.ofKind(kind)];
  for (const { namespace, name } of identities) {
    all.push(keys.within(kind, namespace));
    if (name !== '') all.push(keys.named(kind, namespace, name), keys.anywhere(kind, name));
    if (name !== '' && facts.applied) all.push(keys.applied(kindOfType(facts.kind), namespace, name));
    for (const each of facts.sender?.destinations ?? [])
      all.push(keys.sendersTo(each.namespace || namespace, each.service));
    if (facts.sent && (kind === 'Service' || kind === 'Node')) all.push(keys.applied(kind, namespace, name));
    if (facts.slice?.target.text) all.push(keys.slicesOf(namespace, facts.slice.target.text));
  }
  // A carrier may be for another cluster.
  for (const ip of (!facts.carrier && facts.service?.clusterIps) || []) all.push(keys.clusterIpsIn(blockOf(ip)));
  if (facts.exclusions !== undefined) all.push(keys.argo);
  if (isWritten(facts) && identities.some(({ application }) => application !== '')) all.push(keys.byArgo);
  for (const namespace of facts.delivery?.into ?? []) all.push(keys.deliveredTo(namespace));
  for (const { endpoints } of facts.volumes ?? []) all.push(keys.readersOf(endpoints));
  if (facts.chartUses) for (const { chart } of placements) if (chart !== '') all.push(keys.chartUses(chart));
  if (facts.chartKeys) all.push(keys.chartValues(folderOf(plainPath(uri))));
  return all;
}

/** True for Endpoints and EndpointSlices that no controller and no server has written. */
function isWritten({ kind, form, uid, slice }: IndexedObject['facts']): boolean {
  return (kind === 'Endpoints' || kind === 'EndpointSlice') && form === 'kubernetes' && uid === '' && !slice?.isMade;
}
