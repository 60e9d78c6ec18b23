/** What an Endpoints says and the EndpointSlices made of it do not: each loss with the place that it concerns. */
import type { Bound } from '../binding/bind.ts';
import { member, textOf } from '../binding/bind.ts';
import { firstRepacking, recordsIn } from './repack.ts';
import type { AddressRecord, Pack, PortPack } from './repack.ts';
import { targetRefOf } from './slice.ts';

export type Loss =
  /** A second record of an address: what else it says of it is forgotten. */
  | { readonly kind: 'record'; readonly at: Bound; readonly by: Bound; readonly fields: readonly RecordField[] }
  /** Ready here, and for the same port not ready elsewhere. */
  | { readonly kind: 'not-ready'; readonly at: Bound; readonly by: Bound; readonly port: Bound | undefined }
  /** A subset without ports, whose addresses have the port elsewhere. */
  | { readonly kind: 'absorbed'; readonly at: Bound; readonly by: Bound }
  /** More addresses than are mirrored; chance decides which where several sets of addresses come together. */
  | { readonly kind: 'beyond'; readonly at: Bound; readonly isChance: boolean }
  /** Another endpoint of the slice has the same address, host name and target, and takes its place. */
  | { readonly kind: 'same-endpoint'; readonly at: Bound; readonly by: Bound }
  | { readonly kind: 'not-an-ip'; readonly at: Bound };

export type LossOf<K extends Loss['kind']> = Extract<Loss, { readonly kind: K }>;

/** What packing the subsets anew loses, in the order of the text for each kind. */
export function lossesIn(subsets: Bound, packs: readonly Pack[], minor: number): readonly Loss[] {
  if (minor < firstRepacking) return [];
  return [...lostRecords(subsets), ...lostReadiness(packs.flatMap(({ of }) => of)), ...packs.flatMap(absorbedIn)];
}

/** What is said of an address once only, by what it is called. */
export const recordNouns = { hostname: 'host name', nodeName: 'node name', targetRef: 'target' } as const;

export type RecordField = keyof typeof recordNouns;

/** The records of addresses of which the object has said something else before. */
export function lostRecords(subsets: Bound): readonly LossOf<'record'>[] {
  const first = new Map<string, AddressRecord>();
  return recordsIn(subsets).flatMap((record): LossOf<'record'>[] => {
    const before = first.get(record.key);
    if (!before) first.set(record.key, record);
    const fields = before && record.parsed ? differences(before.node, record.node) : [];
    return before && fields.length > 0 ? [{ kind: 'record', at: record.node, by: before.node, fields }] : [];
  });
}

/** The fields that the second one sets, and otherwise than the first one. */
function differences(first: Bound, second: Bound): readonly RecordField[] {
  return (['hostname', 'nodeName', 'targetRef'] as const).filter((name) => {
    const [before, after] = [saidBy(first, name), saidBy(second, name)];
    return before !== undefined && after !== undefined && after !== '' && before !== after;
  });
}

/** Equal for what means the same; empty where nothing is written, undefined where it is not known. */
function saidBy(address: Bound, name: RecordField): string | undefined {
  const node = member(address, name);
  if (!node) return '';
  if (name !== 'targetRef') return textOf(node);
  const isKnown = node.value.kind !== 'opaque' && node.children.every(({ value }) => value.kind !== 'opaque');
  if (!isKnown) return undefined;
  const target = targetRefOf(address) ?? {};
  return Object.keys(target).length > 0 ? JSON.stringify(target) : '';
}

/** Addresses that are ready in one subset, and for the same port not ready in another one or in the same. */
export function lostReadiness(ports: readonly PortPack[]): readonly LossOf<'not-ready'>[] {
  const found = ports.flatMap(({ node, addresses }) =>
    [...addresses.values()].flatMap(({ ready, notReady }): LossOf<'not-ready'>[] =>
      ready?.parsed && notReady ? [{ kind: 'not-ready', at: ready.node, by: notReady.node, port: node }] : [],
    ),
  );
  // An address of a subset with several ports is one loss.
  const seen = new Set<Bound>();
  return found.filter(({ at }) => !seen.has(at) && seen.add(at));
}

/** The subsets without ports of which nothing is left beside the ports of the same addresses. */
export function absorbedIn({ of }: Pack): readonly LossOf<'absorbed'>[] {
  const port = of.find(({ node }) => node)?.node;
  const bare = port && of.find(({ node }) => !node);
  return (bare?.subsets ?? []).map((at) => ({ kind: 'absorbed', at, by: port as Bound }));
}
