/**
 * How the control plane copies an Endpoints to EndpointSlices: what keeps it from doing so, and which addresses each port
 * has once it has packed the subsets anew. What reads slices, kube-proxy among it, sees nothing else.
 */
import { isOpen } from '../tree/value.ts';
import { addressesOf } from './addresses.ts';
import type { Address } from './addresses.ts';
import type { Bound } from './bind.ts';
import { member, textOf } from './bind.ts';

/** The label that keeps an object from being mirrored, with the exact value `true`. */
export const skipLabel = 'endpointslice.kubernetes.io/skip-mirror';

/** The annotation that keeps an object from being mirrored, with any value. */
export const lockAnnotation = 'control-plane.alpha.kubernetes.io/leader';

/** How many addresses of one port are mirrored. */
export const mostAddresses = 1_000;

/** Since this minor version, subsets are packed anew before they are mirrored: by port, and not as they are written. */
export const firstRepacking = 27;

/** The label or annotation that keeps the object from being mirrored; undefined where nothing does. */
export function mirrorStop(root: Bound): Bound | undefined {
  const metadata = member(root, 'metadata');
  const labels = metadata && member(metadata, 'labels');
  const annotations = metadata && member(metadata, 'annotations');
  const label = labels && member(labels, skipLabel);
  return textOf(label) === 'true' ? label : annotations && member(annotations, lockAnnotation);
}

/** A port of an object, whichever subsets it stands in. */
export interface MirroredPort {
  /** Where it is written first; undefined for addresses without ports. */
  readonly node: Bound | undefined;
  /** The subset in which it is written first. */
  readonly subset: Bound;
  /** By text and UID, as the controller tells them apart; in the order of the text. */
  readonly addresses: ReadonlyMap<string, MirroredAddress>;
}

interface MirroredAddress {
  readonly address: Address;
  readonly isReady: boolean;
}

/** The ports of all subsets, each with its addresses. */
export function mirroredPorts(subsets: Bound, minor: number): readonly MirroredPort[] {
  const ports = new Map<string, MirroredPort & { readonly addresses: Map<string, MirroredAddress> }>();
  for (const [i, subset] of subsets.children.entries()) {
    for (const [j, node] of portsIn(subset).entries()) {
      const key = minor < firstRepacking ? `${i} ${j}` : (keyOf(node) ?? `${i} ${j}`);
      const port = ports.get(key) ?? { node, subset, addresses: new Map<string, MirroredAddress>() };
      ports.set(key, port);
      addAll(port.addresses, addressesOf(subset, 'addresses'), true);
      addAll(port.addresses, addressesOf(subset, 'notReadyAddresses'), false);
    }
  }
  return [...ports.values()];
}

function portsIn(subset: Bound): readonly (Bound | undefined)[] {
  const ports = member(subset, 'ports');
  return ports && ports.children.length > 0 ? ports.children : [undefined];
}

/** Ports with one key are the same to the controller; undefined where that cannot be told, or two are never the same. */
function keyOf(port: Bound | undefined): string | undefined {
  if (!port) return '';
  const texts = ['name', 'protocol'].map((name) => textOf(member(port, name)) ?? (member(port, name) ? undefined : ''));
  const number = member(port, 'port')?.value;
  const isKnown = number?.kind === 'scalar' && !texts.includes(undefined) && !isOpen(port.value);
  // The controller compares pointers, so that two ports with an appProtocol differ though both say the same.
  if (!isKnown || member(port, 'appProtocol')) return undefined;
  return JSON.stringify([texts[0], texts[1] || 'TCP', String(number.value)]);
}

/** An address that is not ready in one place is not ready at all. */
function addAll(known: Map<string, MirroredAddress>, addresses: readonly Address[], isReady: boolean): void {
  for (const address of addresses) {
    const key = `${textOf(address.ip)} ${address.uid}`;
    const before = known.get(key);
    if (!before || (before.isReady && !isReady)) known.set(key, { address: before?.address ?? address, isReady });
  }
}
