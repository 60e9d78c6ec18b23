/** What is written for a partner that is missing: a whole object, or a port as it is to stand in the other one. */
import { member, nodeAt, textOf } from '../../analysis/binding/bind.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import type { Facts, PortFacts, ServiceFacts } from '../../analysis/facts/facts.ts';
import { apiVersions } from '../../contract/contract.ts';
import { defaultManager, managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { dnsLabelProblem } from '../../contract/string-format.ts';
import type { Plain } from '../../tree/tree-edit.ts';

/** A port as both kinds write it; of a Service the number is the one of the endpoints behind it. */
export interface DraftPort {
  /** Empty for a port without a name. */
  readonly name: string;
  readonly port: number;
  /** As it is written; empty where it is not. */
  readonly protocol: string;
  readonly appProtocol: string;
}

/** The port of the facts in the object; undefined where its number is not known. */
export function draftPort(root: Bound, { path, name, number, target }: PortFacts): DraftPort | undefined {
  const port = typeof target === 'number' ? target : number;
  const [protocol = '', appProtocol = ''] = ['protocol', 'appProtocol'].map((field) =>
    textOf(nodeAt(root, [...path, field])),
  );
  return port === undefined ? undefined : { name, port, protocol, appProtocol };
}

/** The fields in the order in which people write them. */
export function plainPort({ name, port, protocol, appProtocol }: DraftPort): { readonly [field: string]: Plain } {
  return {
    ...(name === '' ? {} : { name }),
    port,
    ...(protocol === '' ? {} : { protocol }),
    ...(appProtocol === '' ? {} : { appProtocol }),
  };
}

/** A Service without a selector; undefined where no Service can have this name or these ports. */
export function draftService(name: string, facts: Facts, root: Bound): Plain | undefined {
  const written = facts.slice ?? facts.endpoints;
  const ports = portsOf(written?.ports ?? [], root, written?.hasAllPorts);
  // Service names are stricter than those of other objects: the DNS has an entry for each.
  const isName = /^[a-z]/.test(name) && dnsLabelProblem(name) === undefined;
  if (!ports || !isName) return undefined;
  const served = ports.filter((port, i) => ports.findIndex((each) => isSame(each, port)) === i);
  const numbers = new Set(served.map(({ port, protocol }) => `${port} ${protocol || 'TCP'}`));
  if (numbers.size < served.length || !areNamed(served)) return undefined;
  // Without ports there is only the kind that the DNS answers for.
  const spec = served.length === 0 ? { clusterIP: 'None' } : { ports: served.map(plainPort) };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, ...namespaceOf(root) }, spec };
}

/** Endpoints with one address to be replaced; undefined where a port of the Service is not known, or not told apart. */
export function draftEndpoints(facts: Facts, service: ServiceFacts, root: Bound): Plain | undefined {
  const ports = portsOf(service.ports, root, service.hasAllPorts);
  if (!ports || !areNamed(ports)) return undefined;
  const subset = {
    addresses: [{ ip: sampleOf(service) }],
    ...(ports.length === 0 ? {} : { ports: ports.map(plainPort) }),
  };
  const metadata = { name: facts.name.text, ...namespaceOf(root) };
  return { apiVersion: apiVersions.Endpoints, kind: 'Endpoints', metadata, subsets: [subset] };
}

/** The same as a slice. */
export function draftSlice(facts: Facts, service: ServiceFacts, root: Bound): NamedDraft | undefined {
  const ports = portsOf(service.ports, root, service.hasAllPorts);
  if (!ports || !areNamed(ports)) return undefined;
  const addressType = service.families?.[0] === 'IPv6' ? 'IPv6' : 'IPv4';
  const name = `${facts.name.text}-${addressType.toLowerCase()}`;
  const labels = { [serviceNameLabel]: facts.name.text, [managedByLabel]: defaultManager };
  const object = {
    apiVersion: apiVersions.EndpointSlice,
    kind: 'EndpointSlice',
    metadata: { name, ...namespaceOf(root), labels },
    addressType,
    endpoints: [{ addresses: [sampleOf(service)] }],
    ...(ports.length === 0 ? {} : { ports: ports.map(plainPort) }),
  };
  return { name, object };
}

export interface NamedDraft {
  readonly name: string;
  readonly object: Plain;
}

/** An address to be replaced. */
function sampleOf({ families }: ServiceFacts): string {
  return families?.[0] === 'IPv6' ? 'fd00::1' : '10.0.0.1';
}

function portsOf(
  facts: readonly PortFacts[],
  root: Bound,
  hasAll: boolean | undefined,
): readonly DraftPort[] | undefined {
  const ports = facts.map((each) => draftPort(root, each));
  return hasAll && ports.every((each) => each !== undefined) ? ports : undefined;
}

/** Several ports need names of their own. */
function areNamed(ports: readonly DraftPort[]): boolean {
  const names = new Set(ports.map(({ name }) => name));
  return ports.length < 2 || (names.size === ports.length && !names.has(''));
}

function isSame(a: DraftPort, b: DraftPort): boolean {
  return a.name === b.name && (a.protocol || 'TCP') === (b.protocol || 'TCP');
}

function namespaceOf(root: Bound): { readonly namespace?: string } {
  const metadata = member(root, 'metadata');
  const namespace = metadata && textOf(member(metadata, 'namespace'));
  return namespace ? { namespace } : {};
}
