/**
 * Lists the endpoints of an Endpoints or an EndpointSlice as texts, to compare two objects. An opaque value is
 * represented by its source text. `analysis/expand` identifies endpoints by the UID of their targets; here, all fields
 * count.
 */
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { canonicalIp, parseIp } from '../../contract/ip.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { comparableText, meaning, namespaceText, nameText, valueBelow } from '../value-text.ts';

/** One text for each address and port, with all fields of the endpoint. */
export function endpointSet(document: Document, resource: Resource): ReadonlySet<string> {
  const { properties } = resource;
  const { text } = document;
  const namespace = namespaceText(document, resource);
  if (resource.type !== 'EndpointSlice') {
    const service = nameText(document, resource);
    return new Set(itemsOf(properties, 'subsets').flatMap((subset) => inSubset(subset, text, [namespace, service])));
  }
  const service = meaning(valueBelow(properties, ['metadata', 'labels', serviceNameLabel]), text);
  const ports = portsOf(properties, text);
  const endpoints = itemsOf(properties, 'endpoints').flatMap((endpoint) => {
    const ready = meaning(valueBelow(endpoint, ['conditions', 'ready']), text) !== 'false';
    const about = aboutOf(endpoint, text);
    const ips = valueOf(endpoint, 'addresses');
    const written = ips?.kind === 'sequence' ? ips.items : [];
    return written.flatMap((ip) => onPorts([namespace, service], ports, { ip, ready, about }, text));
  });
  return new Set(endpoints);
}

interface Told {
  readonly ip: Value | undefined;
  readonly ready: boolean;
  readonly about: readonly string[];
}

function inSubset(subset: Mapping, text: string, of: readonly string[]): readonly string[] {
  const ports = portsOf(subset, text);
  return (['addresses', 'notReadyAddresses'] as const).flatMap((name) =>
    itemsOf(subset, name).flatMap((address) => {
      const told = { ip: valueOf(address, 'ip'), ready: name === 'addresses', about: aboutOf(address, text) };
      return onPorts(of, ports, told, text);
    }),
  );
}

function onPorts(of: readonly string[], ports: readonly string[], told: Told, text: string): readonly string[] {
  const written = meaning(told.ip, text);
  const parsed = parseIp(written);
  const ip = parsed ? canonicalIp(parsed) : written;
  return ports.map((port) => JSON.stringify([...of, ip, port, told.ready, ...told.about]));
}

/** The ports of an object, or one empty port if it has none. */
function portsOf(owner: Mapping, text: string): readonly string[] {
  const ports = itemsOf(owner, 'ports').map((port) => portText(port, text));
  return ports.length > 0 ? ports : [''];
}

export function portText(port: Mapping, text: string): string {
  const [name, number, protocol, appProtocol] = ['name', 'port', 'protocol', 'appProtocol'].map((field) =>
    meaning(valueOf(port, field), text),
  );
  return JSON.stringify([name, number, protocol || 'TCP', appProtocol]);
}

function aboutOf(owner: Mapping, text: string): readonly string[] {
  const [hostname = '', nodeName = ''] = ['hostname', 'nodeName'].map((name) => meaning(valueOf(owner, name), text));
  const target = valueOf(owner, 'targetRef');
  const isNone = !target || (target.kind === 'scalar' && target.value === null);
  return [hostname, nodeName, isNone ? '' : comparableText(target, text)];
}

function itemsOf(owner: Mapping, name: string): readonly Mapping[] {
  const list = valueOf(owner, name);
  return list?.kind === 'sequence' ? list.items.filter((item) => item.kind === 'mapping') : [];
}
