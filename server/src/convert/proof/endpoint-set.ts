/**
 * Lists the endpoints of an Endpoints or an EndpointSlice as texts, to compare two objects. An opaque value is
 * represented by its source text. `analysis/expand` identifies endpoints by the UID of their targets; here, all fields
 * count.
 */
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { canonicalText } from '../../contract/ip.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { isNull, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { comparableText, labelText, meaning, namespaceText, nameText, valueBelow } from '../value-text.ts';

/** One text for each address and port, with all fields of the endpoint. Ports without an application protocol get this one. */
export function endpointSet(document: Document, resource: Resource, appProtocol = ''): ReadonlySet<string> {
  const { text } = document;
  const isSlice = resource.type === 'EndpointSlice';
  const written = isSlice ? labelText(document, resource, serviceNameLabel) : nameText(document, resource);
  // A name is an output of a pointer in Go, and a label is one of a text.
  const service = document.language === 'go' ? written.replace(/\.Elem\(\)$/, '') : written;
  const of = [namespaceText(document, resource), service];
  const endpoints = addressesIn(document, resource, appProtocol).flatMap(({ owner, ip, isReady, ports }) => {
    const about = aboutOf(owner, text);
    return ports.map((port) => JSON.stringify([...of, ip, port, isReady, ...about]));
  });
  return new Set(endpoints);
}

/** An address of an object with its ports. */
export interface AddressEntry {
  /** The address of a subset, or the endpoint of a slice. */
  readonly owner: Mapping;
  /** Canonical, or as written if it is not an address. */
  readonly ip: string;
  readonly isReady: boolean;
  /** One text for each port; a single empty text without ports. */
  readonly ports: readonly string[];
}

export function addressesIn(
  { text }: Document,
  { type, properties }: Resource,
  appProtocol = '',
): readonly AddressEntry[] {
  if (type === 'EndpointSlice') {
    const ports = portsOf(properties, text, appProtocol);
    return itemsOf(properties, 'endpoints').flatMap((owner) => {
      const ips = valueOf(owner, 'addresses');
      const isReady = meaning(valueBelow(owner, ['conditions', 'ready']), text) !== 'false';
      return ips?.kind === 'sequence' ? ips.items.map((ip) => ({ owner, ip: ipText(ip, text), isReady, ports })) : [];
    });
  }
  return itemsOf(properties, 'subsets').flatMap((subset) => {
    const ports = portsOf(subset, text, appProtocol);
    return ['addresses', 'notReadyAddresses'].flatMap((name) =>
      itemsOf(subset, name).map((owner) => {
        return { owner, ip: ipText(valueOf(owner, 'ip'), text), isReady: name === 'addresses', ports };
      }),
    );
  });
}

/** The addresses that are not ready, although another entry has them as ready on the same port. */
export function contradictions(entries: readonly AddressEntry[]): ReadonlySet<AddressEntry> {
  const keysOf = ({ ip, ports }: AddressEntry): readonly string[] => ports.map((port) => `${ip} ${port}`);
  const notReady = entries.filter(({ isReady }) => !isReady);
  const ready = new Set(notReady.length > 0 ? entries.filter(({ isReady }) => isReady).flatMap(keysOf) : []);
  return new Set(notReady.filter((entry) => keysOf(entry).some((key) => ready.has(key))));
}

function ipText(value: Value | undefined, text: string): string {
  const written = meaning(value, text);
  return canonicalText(written) ?? written;
}

/** The ports of an object, or one empty port if it has none. */
function portsOf(owner: Mapping, text: string, appProtocol: string): readonly string[] {
  const ports = itemsOf(owner, 'ports').map((port) => portText(port, text, appProtocol));
  return ports.length > 0 ? ports : [''];
}

function portText(port: Mapping, text: string, appProtocol: string): string {
  const [name, number, protocol, own] = ['name', 'port', 'protocol', 'appProtocol'].map((field) =>
    meaning(valueOf(port, field), text),
  );
  return JSON.stringify([name, number, protocol || 'TCP', own || appProtocol]);
}

function aboutOf(owner: Mapping, text: string): readonly string[] {
  const [hostname = '', nodeName = ''] = ['hostname', 'nodeName'].map((name) => meaning(valueOf(owner, name), text));
  const target = valueOf(owner, 'targetRef');
  return [hostname, nodeName, !target || isNull(target) ? '' : comparableText(target, text)];
}

function itemsOf(owner: Mapping, name: string): readonly Mapping[] {
  const list = valueOf(owner, name);
  return list?.kind === 'sequence' ? list.items.filter((item) => item.kind === 'mapping') : [];
}
