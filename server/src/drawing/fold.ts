/** Folds many addresses of an object into groups: by zone, by node, or by the start of the address. */
import { groupBy } from '../text/group.ts';
import { memo } from '../text/memo.ts';
import { bestOf } from '../analysis/picture/best-flow.ts';
import type { Flow, Mark, PictureAddress, PictureObject } from '../analysis/picture/picture.ts';

export interface AddressGroup {
  readonly id: string;
  /** `zone a`, `node w1`, `10.0.0.0/24`, `addresses 1–100`. */
  readonly label: string;
  readonly addresses: readonly PictureAddress[];
}

/** What is drawn on a line beside an object. An open group is followed by its addresses. */
export type AddressRow =
  | { readonly kind: 'address'; readonly address: PictureAddress; readonly isInGroup: boolean }
  | { readonly kind: 'group'; readonly group: AddressGroup; readonly isOpen: boolean };

/** More addresses of an object are folded. */
export const mostUnfolded = 10;

/** With more groups, others are tried. */
const mostGroups = 40;

/** In addresses, of groups that have nothing in common. */
const chunk = 100;

/** The rows of an object; `isOpen` gets the id of a group. */
export function foldedRows(object: PictureObject, isOpen: (id: string) => boolean): readonly AddressRow[] {
  return addressGroups(object).flatMap((group): readonly AddressRow[] => {
    if (group.label === '')
      return group.addresses.map((address) => ({ kind: 'address' as const, address, isInGroup: false }));
    const shown = isOpen(group.id);
    return [
      { kind: 'group', group, isOpen: shown },
      ...(shown ? group.addresses.map((address) => ({ kind: 'address' as const, address, isInGroup: true })) : []),
    ];
  });
}

/** In the order of their first addresses. One group without a label for an object with few addresses. Asked for boxes, edges and the part at the cursor. */
export const addressGroups = memo(groupsOf);

function groupsOf({ id, addresses }: PictureObject): readonly AddressGroup[] {
  if (addresses.length <= mostUnfolded) return addresses.length === 0 ? [] : [{ id, label: '', addresses }];
  const labels = [zoneLabel, nodeLabel, prefixLabel].find((labelOf) => isUseful(new Set(addresses.map(labelOf)).size));
  const numbers = new Map(addresses.map((address, i) => [address, Math.floor(i / chunk)]));
  const chunkLabel = (address: PictureAddress): string => {
    const start = (numbers.get(address) ?? 0) * chunk;
    return `addresses ${start + 1}–${Math.min(start + chunk, addresses.length)}`;
  };
  const most = addresses.length > mostGroups * 2 ? mostGroups : addresses.length / 2;
  const isOnePrefix = (): boolean => new Set(addresses.map(prefixLabel)).size <= most;
  const groups = groupBy(addresses, labels ?? (isOnePrefix() ? prefixLabel : chunkLabel));
  return [...groups].map(([label, own]) => ({ id: `${id}?${label}`, label, addresses: own }));

  function isUseful(count: number): boolean {
    return count > 1 && count <= mostGroups && count <= addresses.length / 2;
  }
}

function zoneLabel({ zone }: PictureAddress): string {
  return zone === '' ? 'no zone' : `zone ${zone}`;
}

function nodeLabel({ node }: PictureAddress): string {
  return node === '' ? 'no node' : `node ${node}`;
}

/** The /24 of an IPv4 address, the first four groups of an IPv6 address; a host name has none. */
function prefixLabel({ address }: PictureAddress): string {
  const start = /^\d+\.\d+\.\d+(?=\.\d+$)/.exec(address)?.[0];
  if (start !== undefined) return `${start}.0/24`;
  if (!address.includes(':')) return 'other addresses';
  const head = address.split('::')[0] ?? '';
  const groups = head.split(':').filter(Boolean).slice(0, 4);
  return `${groups.join(':')}::/64`;
}

export function markCounts(addresses: readonly PictureAddress[]): { readonly [mark in Mark]: number } {
  const marks = { ready: 0, 'not-ready': 0, terminating: 0, refused: 0 };
  for (const { mark } of addresses) marks[mark] += 1;
  return marks;
}

/** An address is used if it gets traffic at any port, and broken if it gets none anywhere and nobody wants that. */
export function bestFlow({ flows }: PictureAddress): Flow {
  return bestOf(flows.map(({ flow }) => flow));
}

/** Like `bestFlow`, but without the ports whose reasons the object shows for all of its addresses. */
export function rowFlow({ flows }: PictureAddress, shared: ReadonlySet<string>): Flow {
  const own = flows.filter(({ why }) => !why || !shared.has(why.message));
  return bestOf((own.length > 0 ? own : flows).map(({ flow }) => flow));
}

/** The reasons that the object's box shows: its addresses do not repeat them. */
export function sharedReasons({ flows, note }: PictureObject): ReadonlySet<string> {
  return new Set([note, ...flows.flatMap(({ why }) => why?.message ?? [])]);
}

/** Of the sentence of an object: one that belongs to no Service may be read by one that is not fully known. */
export function objectNoteFlow({ mark, addresses }: PictureObject): Flow {
  if (mark === 'refused') return 'broken';
  return addresses.some(({ flows }) => flows.some(({ flow }) => flow === 'unknown')) ? 'unknown' : 'broken';
}
