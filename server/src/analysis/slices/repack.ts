/**
 * How the control plane packs the subsets of an Endpoints anew before it mirrors them: by the ports that share their
 * addresses (`RepackSubsets`). Its order of ports and subsets follows a hash, so that of the text stands in for it.
 */
import { parseIp } from '../../contract/ip.ts';
import type { Ip } from '../../contract/ip.ts';
import { groupBy } from '../../text/group.ts';
import { memo, memoBy } from '../../text/memo.ts';
import { isNull, isOpen } from '../../tree/value.ts';
import type { Bound } from '../binding/bind.ts';
import { member, textOf } from '../binding/bind.ts';
import { mirrorStop } from './stops.ts';

/** Since this minor version, subsets are packed anew before they are mirrored: by port, and not as they are written. */
export const firstRepacking = 27;

/** True where several subsets are put together before slices are made of them. */
export function isRepacked(subsets: Bound, root: Bound, minor: number): boolean {
  return subsets.children.length > 1 && minor >= firstRepacking && !mirrorStop(root);
}

/** What one entry of a list says of an address. */
export interface AddressRecord {
  readonly node: Bound;
  readonly ip: Bound;
  /** As it is written. */
  readonly text: string;
  /** Undefined where the text is no address. */
  readonly parsed: Ip | undefined;
  readonly uid: string;
  /** Equal for what the controller takes for one: by text and UID. */
  readonly key: string;
}

/** A port of an object, whichever subsets it stands in. */
export interface PortPack {
  /** Where it is written first; undefined for addresses without ports. */
  readonly node: Bound | undefined;
  /** The subsets that it stands in. */
  readonly subsets: readonly Bound[];
  /** By the key of their records, in the order of the text. */
  readonly addresses: ReadonlyMap<string, PackedAddress>;
}

export interface PackedAddress {
  /** What the object says of the address first, in whichever subset; the rest is forgotten. */
  readonly record: AddressRecord;
  /** Where it is written as ready, and as not ready, for this port. */
  readonly ready: AddressRecord | undefined;
  readonly notReady: AddressRecord | undefined;
}

/** Ports with the same addresses. */
export interface Pack {
  /** In the order in which they are mirrored: ready ones first, by their texts. */
  readonly addresses: readonly MirroredAddress[];
  readonly ports: readonly Bound[];
  /** The packs of the single ports; none before subsets were packed anew. */
  readonly of: readonly PortPack[];
}

export interface MirroredAddress {
  readonly record: AddressRecord;
  readonly isReady: boolean;
}

/** The ports of all subsets, each with its addresses; before subsets were packed anew, those of each subset apart. */
export function portPacks(subsets: Bound, minor: number): readonly PortPack[] {
  return collect(subsets, minor >= firstRepacking);
}

/** What is mirrored together. */
export function packsOf(subsets: Bound, minor: number): readonly Pack[] {
  return minor < firstRepacking ? subsets.children.map(packAsWritten) : repacked(subsets);
}

/** True for an address that counts as ready: one that is not ready in one place is not ready at all. */
export function isReady({ notReady }: PackedAddress): boolean {
  return notReady === undefined;
}

/** All that the object says of its addresses, in the order in which the controller reads it. */
export const recordsIn = memo((subsets: Bound): readonly AddressRecord[] =>
  subsets.children.flatMap((subset) => [...recordsOf(subset, 'addresses'), ...recordsOf(subset, 'notReadyAddresses')]),
);

// Several rules ask for them.
const collect = memoBy((subsets: Bound, isTogether: boolean): readonly PortPack[] => {
  const first = new Map<string, AddressRecord>();
  const packs = new Map<string, { node: Bound | undefined; subsets: Bound[]; addresses: Map<string, Draft> }>();
  for (const subset of subsets.children) {
    const [ready, notReady] = [recordsOf(subset, 'addresses'), recordsOf(subset, 'notReadyAddresses')];
    for (const record of isTogether ? [...ready, ...notReady] : [])
      if (!first.has(record.key)) first.set(record.key, record);
    for (const [i, node] of portsIn(subset).entries()) {
      const apart = [...subset.path, i].join();
      const key = isTogether ? (portKey(node) ?? apart) : apart;
      const pack = packs.get(key) ?? { node, subsets: [], addresses: new Map<string, Draft>() };
      packs.set(key, pack);
      if (pack.subsets.at(-1) !== subset) pack.subsets.push(subset);
      for (const record of ready) add(pack.addresses, record, first, 'ready');
      for (const record of notReady) add(pack.addresses, record, first, 'notReady');
    }
  }
  return [...packs.values()];
});

type Draft = { -readonly [K in keyof PackedAddress]: PackedAddress[K] };

function add(
  known: Map<string, Draft>,
  record: AddressRecord,
  first: ReadonlyMap<string, AddressRecord>,
  as: 'ready' | 'notReady',
): void {
  let packed = known.get(record.key);
  if (!packed) {
    packed = { record: first.get(record.key) ?? record, ready: undefined, notReady: undefined };
    known.set(record.key, packed);
  }
  packed[as] ??= record;
}

function portsIn(subset: Bound): readonly (Bound | undefined)[] {
  const ports = member(subset, 'ports');
  return ports && ports.children.length > 0 ? ports.children : [undefined];
}

/** Ports with one key are the same to the controller; undefined where that cannot be told, or two are never the same. */
function portKey(port: Bound | undefined): string | undefined {
  if (!port) return '';
  const texts = ['name', 'protocol'].map((name) => textOf(member(port, name)) ?? (member(port, name) ? undefined : ''));
  const number = member(port, 'port')?.value;
  const isKnown = number?.kind === 'scalar' && !texts.includes(undefined) && !isOpen(port.value);
  const use = member(port, 'appProtocol');
  // The controller compares pointers, so that two ports with an appProtocol differ though both say the same.
  if (!isKnown || (use && !isNull(use.value))) return undefined;
  return JSON.stringify([texts[0], texts[1] || 'TCP', String(number.value)]);
}

const recordsOf = memoBy((subset: Bound, name: 'addresses' | 'notReadyAddresses'): readonly AddressRecord[] => {
  const list = member(subset, name);
  // Of alternatives that a template chooses from, only one will be there.
  if (!list || isOpen(list.value) || isOpen(subset.value)) return [];
  const records: AddressRecord[] = [];
  for (const node of list.children) {
    const ip = member(node, 'ip');
    const text = textOf(ip);
    if (!ip || text === undefined) continue;
    const uid = uidOf(node);
    // With its length, the text cannot be taken for another one that goes on into the UID.
    const key = `${text.length} ${text} ${uid ?? node.path.join()}`;
    records.push({ node, ip, text, parsed: parseIp(text), uid: uid ?? '', key });
  }
  return records;
});

/** Empty where none is written, undefined where it is not known. */
function uidOf(address: Bound): string | undefined {
  const target = member(address, 'targetRef');
  if (target?.value.kind === 'opaque' || isOpen(address.value) || (target && isOpen(target.value))) return undefined;
  const uid = target && member(target, 'uid');
  return uid ? textOf(uid) : '';
}

const repacked = memo((subsets: Bound): readonly Pack[] => {
  const filled = collect(subsets, true).filter(({ addresses }) => addresses.size > 0);
  return [...groupBy(filled, addressesKey).values()].map((of) => {
    const all = [...(of[0]?.addresses.values() ?? [])];
    const addresses = all.map((each) => ({ record: each.record, isReady: isReady(each) })).sort(byMirroring);
    return { addresses, ports: of.flatMap(({ node }) => node ?? []), of };
  });
});

/** Equal for ports with the same addresses, ready and not. */
export function addressesKey({ addresses }: PortPack): string {
  return [...addresses]
    .map(([key, each]) => `${key} ${isReady(each)}`)
    .sort()
    .join('\n');
}

function byMirroring(a: MirroredAddress, b: MirroredAddress): number {
  if (a.isReady !== b.isReady) return a.isReady ? -1 : 1;
  const [one, other] = a.record.text === b.record.text ? [a.record.uid, b.record.uid] : [a.record.text, b.record.text];
  return one < other ? -1 : 1;
}

function packAsWritten(subset: Bound): Pack {
  const ready = recordsOf(subset, 'addresses').map((record) => ({ record, isReady: true }));
  const notReady = recordsOf(subset, 'notReadyAddresses').map((record) => ({ record, isReady: false }));
  return { addresses: [...ready, ...notReady], ports: portsIn(subset).flatMap((node) => node ?? []), of: [] };
}
