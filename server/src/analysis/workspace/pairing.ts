/** Pairs Endpoints with their Services, and their ports with each other. */
import { dnsLabelProblem } from '../../contract/string-format.ts';
import { memo } from '../../text/memo.ts';
import { nearest } from '../../text/nearest.ts';
import type { EndpointsFacts } from '../facts/facts.ts';
import type { ServiceFacts } from '../facts/service-facts.ts';
import type { PortFacts } from '../facts/port-facts.ts';
import { certainNamesakes, collect, mayMeet, namesakes } from './relations.ts';
import { isNearest } from './nearest.ts';
import { keys } from './index-keys.ts';
import type { IndexedObject } from './indexed-object.ts';
import { servicesOfSlice, type PairedService } from './slice-pairing.ts';
import type { RelatedObjects } from './file-around.ts';

export interface PairedEndpoints {
  readonly entry: IndexedObject;
  readonly endpoints: EndpointsFacts;
}

/** The Services of these Endpoints or this slice; empty where a patch may change them. Shared by many rules. */
export const servicesFor = memo((around: RelatedObjects): readonly PairedService[] => {
  if (around.entry.facts.slice) return servicesOfSlice(around);
  if (namesakes(around, 'ServicePatch').length > 0) return [];
  return partners(around, 'Service').flatMap((entry) => {
    const { service } = entry.facts;
    return service ? [{ entry, service }] : [];
  });
});

/** The Endpoints of this Service; empty where a patch may change them. */
export function endpointsOfService(around: RelatedObjects): readonly PairedEndpoints[] {
  if (['EndpointsPatch', 'ServicePatch'].some((kind) => changesPorts(namesakes(around, kind)))) return [];
  return partners(around, 'Endpoints').flatMap((entry) => {
    const { endpoints } = entry.facts;
    return endpoints ? [{ entry, endpoints }] : [];
  });
}

/** True where one of the patches may change the ports. */
const changesPorts = memo((patches: readonly IndexedObject[]): boolean =>
  patches.some(({ facts }) => facts.service ?? facts.endpoints?.writesSubsets),
);

/** True for a Service without a selector that routes traffic to hand-written endpoints. */
export function hasManualEndpoints({ selector, type }: ServiceFacts): boolean {
  return selector === 'none' && type !== '' && type !== 'ExternalName';
}

/** Ports match by name and protocol. Their numbers do not matter. */
export function isSamePort(a: PortFacts, b: PortFacts): boolean {
  return a.name === b.name && a.protocol === b.protocol;
}

/** True for a port that the API server accepts. Other rules report the rest. */
export function isWellFormed({ name, protocol }: PortFacts): boolean {
  return ['TCP', 'UDP', 'SCTP'].includes(protocol) && (name === '' || dnsLabelProblem(name) === undefined);
}

/** The port that was probably meant, and why. */
export interface LikelyPartner<T> {
  readonly partner: T;
  readonly why: 'near-name' | 'same-number' | 'left-over';
}

/** Among more names than these, a similar one proves nothing. */
const mostNames = 100;

/** A candidate of the same protocol with a similar name, the same number, or the only one; otherwise undefined. */
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

export function isSameNumber(a: PortFacts, b: PortFacts): boolean {
  return [a.number, a.target].some((each) => each !== undefined && (each === b.number || each === b.target));
}

/** The nearest namesakes that have this object as their nearest: a Service does not match Endpoints of another folder. */
function partners(around: RelatedObjects, kind: string): readonly IndexedObject[] {
  const { entry, at } = around;
  return (certainNamesakes(around, kind) ?? []).filter((partner) => {
    const shared = entry.identities.filter((own) =>
      partner.identities.some(({ namespace, name }) => namespace === own.namespace && name === own.name),
    );
    const rivals = collect(shared, ({ namespace, name }) => at(keys.named(entry.facts.kind, namespace, name)));
    return mayMeet(around, partner) && isNearest(rivals, partner.uri, entry);
  });
}
