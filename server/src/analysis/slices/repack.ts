/** Repacks subsets by ports with equal addresses, as `RepackSubsets` of Kubernetes does, but in document order. */
import { parseIp, type Ip } from '../../contract/ip.ts';
import { groupBy } from '../../text/group.ts';
import { memo, memoBy } from '../../text/memo.ts';
import { isNull, isOpen } from '../../tree/value.ts';
import { member, textOf, type Bound } from '../binding/bind.ts';
import { mirrorBlocker } from './mirror-blockers.ts';

/** The first minor version that repacks subsets before mirroring. */
export const firstRepacking = 27;

/** True where the control plane repacks the subsets: there are several, and the object is mirrored. */
export function isRepacked(subsets: Bound, root: Bound, minor: number): boolean {
  return subsets.children.length > 1 && minor >= firstRepacking && !mirrorBlocker(root);
}

export interface AddressRecord {
  readonly node: Bound;
  readonly ip: Bound;
  /** As written. */
  readonly text: string;
  /** Undefined where the text is not an IP address. */
  readonly parsed: Ip | undefined;
  readonly uid: string;
  /** Equal for records of one address to the controller: by text and UID. */
  readonly key: string;
}

/** A port with all its addresses, over all subsets that have it. */
export interface PortPack {
  /** The first port with this key; undefined for addresses without ports. */
  readonly node: Bound | undefined;
  readonly subsets: readonly Bound[];
  /** By the keys of their records, in document order. */
  readonly addresses: ReadonlyMap<string, PackedAddress>;
}

export interface PackedAddress {
  /** The first record of the address in the object; the control plane drops the others. */
  readonly record: AddressRecord;
  /** The first ready and the first not ready record for this port. */
  readonly ready: AddressRecord | undefined;
  readonly notReady: AddressRecord | undefined;
}

export interface Pack {
  /** In the order of mirroring: ready ones first, then by text. */
  readonly addresses: readonly MirroredAddress[];
  readonly ports: readonly Bound[];
  /** The ports one by one; empty before Kubernetes 1.27. */
  readonly byPort: readonly PortPack[];
}

export interface MirroredAddress {
  readonly record: AddressRecord;
  readonly isReady: boolean;
}

/** The ports of all subsets with their addresses; before Kubernetes 1.27, the ports of each subset separately. */
export function portPacks(subsets: Bound, minor: number): readonly PortPack[] {
  return collect(subsets, minor >= firstRepacking);
}

export function packsOf(subsets: Bound, minor: number): readonly Pack[] {
  return minor < firstRepacking ? subsets.children.map(packAsWritten) : repacked(subsets);
}

/** An address that is not ready in one subset is not ready at all. */
export function isReady({ notReady }: PackedAddress): boolean {
  return notReady === undefined;
}

/** All records of addresses, in the order in which the controller reads them. */
export const recordsIn = memo((subsets: Bound): readonly AddressRecord[] =>
  subsets.children.flatMap((subset) => [...recordsOf(subset, 'addresses'), ...recordsOf(subset, 'notReadyAddresses')]),
);

// Several rules ask for the same subsets.
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

/** Equal for ports that the controller merges; undefined for an opaque port, and for one that equals no other. */
function portKey(port: Bound | undefined): string | undefined {
  if (!port) return '';
  const texts = ['name', 'protocol'].map((name) => textOf(member(port, name)) ?? (member(port, name) ? undefined : ''));
  const number = member(port, 'port')?.value;
  const isKnown = number?.kind === 'scalar' && !texts.includes(undefined) && !isOpen(port.value);
  const use = member(port, 'appProtocol');
  // The controller compares pointers, so two ports with an appProtocol always differ.
  if (!isKnown || (use && !isNull(use.value))) return undefined;
  return JSON.stringify([texts[0], texts[1] || 'TCP', String(number.value)]);
}

const recordsOf = memoBy((subset: Bound, name: 'addresses' | 'notReadyAddresses'): readonly AddressRecord[] => {
  const list = member(subset, name);
  // A template may choose between the items, so their combination is unknown.
  if (!list || isOpen(list.value) || isOpen(subset.value)) return [];
  const records: AddressRecord[] = [];
  for (const node of list.children) {
    const ip = member(node, 'ip');
    const text = textOf(ip);
    if (!ip || text === undefined) continue;
    const uid = uidOf(node);
    // The length separates the text from the UID.
    const key = `${text.length} ${text} ${uid ?? node.path.join()}`;
    records.push({ node, ip, text, parsed: parseIp(text), uid: uid ?? '', key });
  }
  return records;
});

/** Empty where it is absent, undefined where it is opaque. */
function uidOf(address: Bound): string | undefined {
  const target = member(address, 'targetRef');
  if (target?.value.kind === 'opaque' || isOpen(address.value) || (target && isOpen(target.value))) return undefined;
  const uid = target && member(target, 'uid');
  return uid ? textOf(uid) : '';
}

const repacked = memo((subsets: Bound): readonly Pack[] => {
  const filled = collect(subsets, true).filter(({ addresses }) => addresses.size > 0);
  return [...groupBy(filled, addressesKey).values()].map((byPort) => {
    const all = [...(byPort[0]?.addresses.values() ?? [])];
    const addresses = all.map((each) => ({ record: each.record, isReady: isReady(each) })).sort(byMirroring);
    return { addresses, ports: byPort.flatMap(({ node }) => node ?? []), byPort };
  });
});

/** Equal for ports with the same ready and not ready addresses. */
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
  return { addresses: [...ready, ...notReady], ports: portsIn(subset).flatMap((node) => node ?? []), byPort: [] };
}
