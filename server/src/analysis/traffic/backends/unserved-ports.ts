/** Finds the Service ports without a backend, and why: kube-proxy needs an endpoint port of the same name and protocol. */
import { memo } from '../../../text/memo.ts';
import type { BackendFacts } from '../../facts/backend-facts.ts';
import type { PortFacts } from '../../facts/port-facts.ts';
import { isSamePort } from '../../workspace/pairing.ts';
import { unmatchedPorts, type Offer, type UnmatchedPort } from './port-names.ts';
import type { Backend, ServiceBackends } from './service-backends.ts';

export interface UnservedPort {
  /** The port of the Service. */
  readonly port: PortFacts;
  /** The endpoints that were considered. */
  readonly backends: readonly Backend[];
  readonly cause:
    /** An endpoint port has another name or protocol. */
    | { readonly kind: 'name'; readonly backend: Backend; readonly unmatched: UnmatchedPort }
    /** A slice has the port without a number, or with the number 0. */
    | { readonly kind: 'number'; readonly backend: Backend; readonly endpointPort: PortFacts }
    /** A slice or subset with ready addresses has no ports at all. */
    | { readonly kind: 'no-ports'; readonly backend: Backend }
    /** A slice has the port but no endpoints, and others have endpoints but not the port. */
    | { readonly kind: 'no-endpoints'; readonly backend: Backend }
    /** Nothing explains it. */
    | { readonly kind: 'absent' };
}

export const unservedPorts = memo((all: ServiceBackends): readonly UnservedPort[] => {
  const found: UnservedPort[] = [];
  const seen = new Set<string>();
  for (const group of groupsOf(all)) {
    for (const port of all.service.ports) {
      if (isServedBy(group, port)) continue;
      const unserved = { port, backends: group, cause: causeOf(port, group, offersOf(all)) };
      const key = keyOf(unserved);
      if (!seen.has(key)) found.push(unserved);
      seen.add(key);
    }
  }
  return found;
});

/** Names the cause: the same mistake may leave the port without a backend in both IP families. */
function keyOf({ port, cause }: UnservedPort): string {
  const place =
    'backend' in cause ? `${cause.backend.entry.uri} ${cause.backend.entry.ordinal} ${cause.backend.path.join()}` : '';
  return `${port.path.join()} ${cause.kind} ${place}`;
}

export function offersOf({ entry, service }: ServiceBackends): readonly Offer[] {
  return service.ports.map((port) => ({ entry, port }));
}

/** The backends that kube-proxy reads together, by IP family. Without any endpoints, a family has no group. */
export const groupsOf = memo(({ service, backends }: ServiceBackends): readonly (readonly Backend[])[] => {
  const read = backends.filter(({ isIgnored, families }) => !isIgnored && families.every((each) => each !== 'FQDN'));
  if (!service.families) return groupsOfAnyFamily(read, service.ports).filter(areSome);
  const groups = service.families.map((family) => groupOf(read, family)).filter(areSome);
  const { families } = service;
  // Addresses of an unknown family are in one of the families, or in vain.
  return groups.length > 0
    ? groups
    : [read.filter((each) => families.some((family) => hasFamily(each, family)))].filter(areSome);
});

function areSome(group: readonly Backend[]): boolean {
  return group.some(({ hasEndpoints }) => hasEndpoints);
}

/** The backends that may have the family, if one of them certainly has endpoints of it. */
function groupOf(read: readonly Backend[], family: string): readonly Backend[] {
  const isCertain = read.some(({ hasEndpoints, families }) => hasEndpoints && families.includes(family));
  return isCertain ? read.filter((each) => hasFamily(each, family)) : [];
}

/**
 * Where the cluster decides on the families of the Service, a port counts as unserved only if no family serves it. A
 * family that serves no port at all is a group of its own: whatever the cluster decides, it is in vain.
 */
function groupsOfAnyFamily(read: readonly Backend[], ports: readonly PortFacts[]): readonly (readonly Backend[])[] {
  const vain = ['IPv4', 'IPv6']
    .map((family) => groupOf(read, family))
    .filter((group) => !ports.some((port) => isServedBy(group, port)));
  const inVain = new Set(vain.flat());
  return [...vain, read.filter((each) => !inVain.has(each))];
}

function hasFamily({ families, hasEndpoints }: Backend, family: string): boolean {
  return families.includes(family) || families.includes('?') || (families.length === 0 && !hasEndpoints);
}

/** True where one of the backends has endpoints and the port with a number. */
export function isServedBy(backends: readonly BackendFacts[], port: PortFacts): boolean {
  return backends.some((each) => each.hasEndpoints && hasPort(each, port));
}

function hasPort({ ports }: BackendFacts, port: PortFacts): boolean {
  return ports.some((each) => each && isSamePort(each, port) && !each.isUnnumbered);
}

function causeOf(port: PortFacts, group: readonly Backend[], offers: readonly Offer[]): UnservedPort['cause'] {
  for (const backend of group) {
    const endpointPort = backend.ports.find((each) => each && isSamePort(each, port));
    if (endpointPort?.isUnnumbered) return { kind: 'number', backend, endpointPort };
    if (endpointPort) return { kind: 'no-endpoints', backend };
  }
  for (const backend of group) {
    const unmatched = unmatchedPorts(backend.ports, offers).find(({ meant }) => meant?.port === port);
    if (unmatched) return { kind: 'name', backend, unmatched };
  }
  const bare = group.find(({ ports, hasReady }) => hasReady && ports.length === 0);
  return bare ? { kind: 'no-ports', backend: bare } : { kind: 'absent' };
}
