/** Which Service stands in front of which Endpoints, for what can be said of the two together. */
import { dnsLabelProblem } from '../../contract/string-format.ts';
import { memo } from '../../text/memo.ts';
import { nearest } from '../../text/nearest.ts';
import type { EndpointsFacts, PortFacts, ServiceFacts } from '../facts/facts.ts';
import { areTogether, certainNamesakes, namesakes, nearestObjects } from './relations.ts';
import { keys } from './index-keys.ts';
import type { IndexedObject } from './indexed-object.ts';
import { servicesOfSlice } from './slice-pairing.ts';
import type { FrontService } from './slice-pairing.ts';
import type { RelatedObjects } from './file-around.ts';

export interface BackEndpoints {
  readonly entry: IndexedObject;
  readonly endpoints: EndpointsFacts;
}

/** The Services that these endpoints, or this slice, are for; none where a patch may change what they say. Many rules ask. */
export const servicesBefore = memo((around: RelatedObjects): readonly FrontService[] => {
  if (around.entry.facts.slice) return servicesOfSlice(around);
  if (namesakes(around, 'ServicePatch').length > 0) return [];
  return partners(around, 'Service').flatMap((entry) => {
    const { service } = entry.facts;
    return service ? [{ entry, service }] : [];
  });
});

/** The Endpoints of this Service; none where a patch may change what they say. */
export function endpointsBehind(around: RelatedObjects): readonly BackEndpoints[] {
  const patches = [...namesakes(around, 'EndpointsPatch'), ...namesakes(around, 'ServicePatch')];
  if (patches.some(({ facts }) => facts.service ?? facts.endpoints?.writesSubsets)) return [];
  return partners(around, 'Endpoints').flatMap((entry) => {
    const { endpoints } = entry.facts;
    return endpoints ? [{ entry, endpoints }] : [];
  });
}

/** True for a Service that sends its traffic to endpoints that people write. */
export function takesEndpoints({ selector, type }: ServiceFacts): boolean {
  return selector === 'none' && type !== '' && type !== 'ExternalName';
}

/** Ports pair by name and protocol. Their numbers do not matter. */
export function pairs(a: PortFacts, b: PortFacts): boolean {
  return a.name === b.name && a.protocol === b.protocol;
}

/** True where the server takes the port; of all else its own rules speak. */
export function isWellFormed({ name, protocol }: PortFacts): boolean {
  return ['TCP', 'UDP', 'SCTP'].includes(protocol) && (name === '' || dnsLabelProblem(name) === undefined);
}

/** Who was probably meant, and why. */
export interface LikelyPartner<T> {
  readonly partner: T;
  readonly why: 'near-name' | 'same-number' | 'left-over';
}

/** Among more names than these some name always comes near. */
const mostNames = 100;

/** Of the candidates the one whose name comes near, that has the number, or that is the only one; all of one protocol. */
export function likelyPartner<T extends { readonly port: PortFacts }>(
  port: PortFacts,
  all: readonly T[],
): LikelyPartner<T> | undefined {
  const candidates = all.filter((each) => each.port.protocol === port.protocol);
  const names = candidates.map((each) => each.port.name).filter((name) => name !== '');
  const name = port.name === '' || names.length > mostNames ? undefined : nearest(port.name, names);
  const near = name === undefined ? undefined : candidates.find((each) => each.port.name === name);
  if (near) return { partner: near, why: 'near-name' };
  const numbered = candidates.filter((each) => isSameNumber(each.port, port));
  if (numbered.length === 1 && numbered[0]) return { partner: numbered[0], why: 'same-number' };
  const [last] = candidates;
  return last && candidates.length === 1 ? { partner: last, why: 'left-over' } : undefined;
}

function isSameNumber(a: PortFacts, b: PortFacts): boolean {
  return [a.number, a.target].some((each) => each !== undefined && (each === b.number || each === b.target));
}

/** The nearest namesakes to which this object is the nearest one, too: a folder's Service is not judged by another's Endpoints. */
function partners(around: RelatedObjects, kind: string): readonly IndexedObject[] {
  const { entry, at } = around;
  return (certainNamesakes(around, kind) ?? []).filter((partner) => {
    const shared = entry.identities.filter((own) =>
      partner.identities.some(({ namespace, name }) => namespace === own.namespace && name === own.name),
    );
    const rivals = shared.flatMap(({ namespace, name }) => at(keys.named(entry.facts.kind, namespace, name)));
    return areTogether(entry, partner) && nearestObjects(rivals, partner.uri).includes(entry);
  });
}
