/** The information that is lost when Endpoints are mirrored to EndpointSlices, each loss with its place. */
import { member, textOf, type Bound } from '../binding/bind.ts';
import { firstRepacking, recordsIn, type AddressRecord, type Pack, type PortPack } from './repack.ts';
import { targetRefOf } from './slice.ts';

export type Loss =
  /** A later record of an address: its other fields are dropped. */
  | { readonly kind: 'record'; readonly at: Bound; readonly by: Bound; readonly fields: readonly RecordField[] }
  /** Ready here, and not ready elsewhere for the same port. */
  | { readonly kind: 'not-ready'; readonly at: Bound; readonly by: Bound; readonly port: Bound | undefined }
  /** A subset without ports whose addresses have ports in other subsets. */
  | { readonly kind: 'absorbed'; readonly at: Bound; readonly by: Bound }
  /** An address beyond the limit. `isChance` where the order of several packs, which is unpredictable, decides. */
  | { readonly kind: 'beyond'; readonly at: Bound; readonly isChance: boolean }
  /** A later endpoint of the slice has the same address, hostname and target, and replaces this one. */
  | { readonly kind: 'same-endpoint'; readonly at: Bound; readonly by: Bound }
  | { readonly kind: 'not-an-ip'; readonly at: Bound };

export type LossOf<K extends Loss['kind']> = Extract<Loss, { readonly kind: K }>;

/** The losses of repacking, grouped by kind and in document order; empty before Kubernetes 1.27. */
export function lossesIn(subsets: Bound, packs: readonly Pack[], minor: number): readonly Loss[] {
  if (minor < firstRepacking) return [];
  return [
    ...lostRecords(subsets),
    ...lostReadiness(packs.flatMap(({ byPort }) => byPort)),
    ...packs.flatMap(absorbedIn),
  ];
}

/** The fields of an address that only its first record sets, with their nouns in messages. */
export const recordNouns = { hostname: 'host name', nodeName: 'node name', targetRef: 'target' } as const;

export type RecordField = keyof typeof recordNouns;

/** The later records of an address that differ from the first one. */
export function lostRecords(subsets: Bound): readonly LossOf<'record'>[] {
  const first = new Map<string, AddressRecord>();
  return recordsIn(subsets).flatMap((record): LossOf<'record'>[] => {
    const before = first.get(record.key);
    if (!before) first.set(record.key, record);
    const fields = before && record.parsed ? differences(before.node, record.node) : [];
    return before && fields.length > 0 ? [{ kind: 'record', at: record.node, by: before.node, fields }] : [];
  });
}

/** The fields that the second record sets to another value. */
function differences(first: Bound, second: Bound): readonly RecordField[] {
  return (['hostname', 'nodeName', 'targetRef'] as const).filter((name) => {
    const [before, after] = [fieldToken(first, name), fieldToken(second, name)];
    return before !== undefined && after !== undefined && after !== '' && before !== after;
  });
}

/** Equal for equal values; empty where nothing is written, undefined for an opaque value. */
function fieldToken(address: Bound, name: RecordField): string | undefined {
  const node = member(address, name);
  if (!node) return '';
  if (name !== 'targetRef') return textOf(node);
  const isKnown = node.value.kind !== 'opaque' && node.children.every(({ value }) => value.kind !== 'opaque');
  if (!isKnown) return undefined;
  const target = targetRefOf(address) ?? {};
  return Object.keys(target).length > 0 ? JSON.stringify(target) : '';
}

/** Addresses that are ready in one place and not ready in another for the same port. */
export function lostReadiness(ports: readonly PortPack[]): readonly LossOf<'not-ready'>[] {
  const found = ports.flatMap(({ node, addresses }) =>
    [...addresses.values()].flatMap(({ ready, notReady }): LossOf<'not-ready'>[] =>
      ready?.parsed && notReady ? [{ kind: 'not-ready', at: ready.node, by: notReady.node, port: node }] : [],
    ),
  );
  // An address of a subset with several ports is reported once.
  const seen = new Set<Bound>();
  return found.filter(({ at }) => !seen.has(at) && seen.add(at));
}

/** Subsets without ports that disappear, because other subsets have the same addresses with ports. */
export function absorbedIn({ byPort }: Pack): readonly LossOf<'absorbed'>[] {
  const port = byPort.find(({ node }) => node)?.node;
  const bare = port && byPort.find(({ node }) => !node);
  return (bare?.subsets ?? []).map((at) => ({ kind: 'absorbed', at, by: port as Bound }));
}
