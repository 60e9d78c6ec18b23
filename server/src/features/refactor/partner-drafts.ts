/** Drafts a missing related object, or a missing port of one. */
import { member, textOf, nodeAt, type Bound } from '../../analysis/binding/bind.ts';
import type { Facts } from '../../analysis/facts/facts.ts';
import type { ServiceFacts } from '../../analysis/facts/service-facts.ts';
import type { PortFacts } from '../../analysis/facts/port-facts.ts';
import { apiVersions } from '../../contract/contract.ts';
import { defaultManager, managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { dnsLabelProblem } from '../../contract/string-format.ts';
import { uniqueBy } from '../../text/group.ts';
import type { Path } from '../../tree/path.ts';
import type { Plain } from '../../tree/tree-edit.ts';

/** A port in the form of both kinds. For a Service, `port` is its target port. */
export interface DraftPort {
  /** Empty for an unnamed port. */
  readonly name: string;
  readonly port: number;
  /** As it is written; empty for a missing one. */
  readonly protocol: string;
  readonly appProtocol: string;
}

/** The port of the facts in the object; undefined where its number is unknown. */
export function draftPort(root: Bound, { path, name, number, target }: PortFacts): DraftPort | undefined {
  const port = typeof target === 'number' ? target : number;
  const [protocol = '', appProtocol = ''] = ['protocol', 'appProtocol'].map((field) =>
    textOf(nodeAt(root, [...path, field])),
  );
  return port === undefined ? undefined : { name, port, protocol, appProtocol };
}

export function plainPort({ name, port, protocol, appProtocol }: DraftPort): { readonly [field: string]: Plain } {
  return {
    ...(name === '' ? {} : { name }),
    port,
    ...(protocol === '' ? {} : { protocol }),
    ...(appProtocol === '' ? {} : { appProtocol }),
  };
}

/** A Service without a selector; undefined where a Service cannot have this name or these ports. */
export function draftService(name: string, facts: Facts, root: Bound): Plain | undefined {
  const written = facts.slice ?? facts.endpoints;
  const ports = portsOf(written?.ports ?? [], root, written?.hasAllPorts);
  // A Service name must be a DNS label that starts with a letter.
  const isName = /^[a-z]/.test(name) && dnsLabelProblem(name) === undefined;
  if (!ports || !isName) return undefined;
  const served = uniqueBy(ports, ({ name: port, protocol }) => `${port} ${protocol || 'TCP'}`);
  const numbers = new Set(served.map(({ port, protocol }) => `${port} ${protocol || 'TCP'}`));
  if (numbers.size < served.length || !areNamed(served)) return undefined;
  // A Service without ports must be headless, and kube-proxy ignores these endpoints behind a cluster IP.
  const isIgnored = written?.isIgnored || written?.backends.some(({ families }) => families.includes('FQDN'));
  const spec = {
    ...(served.length === 0 || isIgnored ? { clusterIP: 'None' } : {}),
    ...(served.length === 0 ? {} : { ports: served.map(plainPort) }),
  };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, ...namespaceOf(root) }, spec };
}

/** Endpoints with a sample address; undefined where a port of the Service is unknown, or several ports lack unique names. */
export function draftEndpoints(facts: Facts, service: ServiceFacts, root: Bound): Plain | undefined {
  const ports = portsOf(service.ports, root, service.hasAllPorts);
  if (!ports || !areNamed(ports)) return undefined;
  const subset = {
    addresses: [{ ip: sampleOf(service), ...nodeOf(service) }],
    ...(ports.length === 0 ? {} : { ports: ports.map(plainPort) }),
  };
  const metadata = { name: facts.name.text, ...namespaceOf(root) };
  return { apiVersion: apiVersions.Endpoints, kind: 'Endpoints', metadata, subsets: [subset] };
}

/** A slice with a sample address; undefined as above. */
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
    endpoints: [{ addresses: [sampleOf(service)], ...nodeOf(service) }],
    ...(ports.length === 0 ? {} : { ports: ports.map(plainPort) }),
  };
  return { name, object };
}

export interface NamedDraft {
  readonly name: string;
  readonly object: Plain;
}

/** The fields of a draft that the user probably changes: sample addresses and nodes, and numbers of ports. */
export function sampleFields(value: Plain, path: Path = []): readonly Path[] {
  if (value === null || typeof value !== 'object') {
    const name = path.findLast((step) => typeof step === 'string');
    return ['port', 'ip', 'addresses', 'nodeName'].includes(name ?? '') ? [path] : [];
  }
  const members: readonly (readonly [string | number, Plain])[] = Array.isArray(value)
    ? value.map((item: Plain, i) => [i, item])
    : Object.entries(value);
  return members.flatMap(([step, member]) => sampleFields(member, [...path, step]));
}

function sampleOf({ families }: ServiceFacts): string {
  return families?.[0] === 'IPv6' ? 'fd00::1' : '10.0.0.1';
}

/** With the traffic policy Local, kube-proxy uses an endpoint only on the node that it names. */
function nodeOf({ internalPolicy, externalPolicy }: ServiceFacts): { readonly nodeName?: string } {
  return [internalPolicy, externalPolicy].includes('Local') ? { nodeName: 'node-1' } : {};
}

function portsOf(
  facts: readonly PortFacts[],
  root: Bound,
  hasAll: boolean | undefined,
): readonly DraftPort[] | undefined {
  const ports = facts.map((each) => draftPort(root, each));
  return hasAll && ports.every((each) => each !== undefined) ? ports : undefined;
}

/** True for one port, or for several ports with unique names. */
function areNamed(ports: readonly DraftPort[]): boolean {
  const names = new Set(ports.map(({ name }) => name));
  return ports.length < 2 || (names.size === ports.length && !names.has(''));
}

function namespaceOf(root: Bound): { readonly namespace?: string } {
  const metadata = member(root, 'metadata');
  const namespace = metadata && textOf(member(metadata, 'namespace'));
  return namespace ? { namespace } : {};
}
