/** The parts of an EndpointSlice that the mirroring controller writes, as plain data read from a binding. */
import { canonicalIp, type Ip } from '../../contract/ip.ts';
import { isNull } from '../../tree/value.ts';
import { member, textOf, type Bound } from '../binding/bind.ts';
import type { MirroredAddress } from './repack.ts';

export interface SlicePort {
  readonly name: string;
  readonly protocol: string;
  readonly port: number;
  readonly appProtocol?: string;
}

export interface SliceEndpoint {
  readonly addresses: readonly string[];
  readonly conditions: { readonly ready: boolean };
  readonly hostname?: string;
  readonly targetRef?: Readonly<Record<string, string>>;
  readonly nodeName?: string;
}

export type Texts = Readonly<Record<string, string>>;

export interface SliceMetadata {
  readonly labels: Texts;
  readonly annotations: Texts;
  readonly generateName: string;
}

/** The first minor version that writes canonical addresses. */
const firstCanonical = 33;

export function endpointOf({ record, isReady }: MirroredAddress, parsed: Ip, minor: number): SliceEndpoint {
  const hostname = textOf(member(record.node, 'hostname'));
  const target = targetRefOf(record.node);
  const node = member(record.node, 'nodeName');
  return {
    addresses: [minor < firstCanonical ? record.text : canonicalIp(parsed)],
    conditions: { ready: isReady },
    ...(hostname ? { hostname } : {}),
    ...(target ? { targetRef: target } : {}),
    ...(node && !isNull(node.value) ? { nodeName: textOf(node) ?? '' } : {}),
  };
}

/** In the order in which the API server prints them. */
const referenceFields = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

/** The `targetRef` without empty fields, as the API server writes it; undefined where it is absent. */
export function targetRefOf(address: Bound): Texts | undefined {
  const target = member(address, 'targetRef');
  if (!target || isNull(target.value)) return undefined;
  const texts: Record<string, string> = {};
  for (const name of referenceFields) {
    const text = textOf(member(target, name));
    if (text) texts[name] = text;
  }
  return texts;
}

export function portOf(port: Bound): SlicePort {
  const number = member(port, 'port')?.value;
  const use = member(port, 'appProtocol');
  return {
    name: textOf(member(port, 'name')) ?? '',
    protocol: textOf(member(port, 'protocol')) || 'TCP',
    port: number?.kind === 'scalar' ? Number(number.value) : 0,
    ...(use && !isNull(use.value) ? { appProtocol: textOf(use) ?? '' } : {}),
  };
}

/** Equal for endpoints that the controller merges. */
export function endpointKey({ addresses, hostname, targetRef }: SliceEndpoint): string {
  return JSON.stringify([addresses, hostname ?? '', targetRef?.['namespace'] ?? '', targetRef?.['name'] ?? '']);
}

/** Equal for the same ports in any order. */
export function portsKey(ports: readonly SlicePort[]): string {
  return JSON.stringify(ports.map((port) => JSON.stringify(port)).sort());
}
