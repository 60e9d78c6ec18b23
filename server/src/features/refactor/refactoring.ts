/** The type of a refactoring, and the parts of a resource that it can change: fully known values that are written in place. */
import { member, textOf, type Bound } from '../../analysis/binding/bind.ts';
import { canonicalIp, parseIp, type Ip } from '../../contract/ip.ts';
import { memo } from '../../text/memo.ts';
import type { DraftPart, TreeEdit } from '../../tree/tree-edit.ts';
import { childrenOf, type Mapping, type Sequence, type Value } from '../../tree/value.ts';

export interface Refactoring {
  readonly title: string;
  /** `refactor.rewrite` keeps the set of endpoints; `refactor.move` changes it on purpose. */
  readonly kind: 'refactor.rewrite' | 'refactor.move';
  readonly edits: readonly TreeEdit[];
}

export function rewriting(title: string, edits: readonly TreeEdit[]): Refactoring {
  return { title, kind: 'refactor.rewrite', edits };
}

export function recomposing(title: string, base: Sequence, items: readonly DraftPart[]): Refactoring {
  return rewriting(title, [{ kind: 'compose', by: { kind: 'list', base, items } }]);
}

export const listNames = ['addresses', 'notReadyAddresses', 'ports'] as const;
export type ListName = (typeof listNames)[number];

export interface Subset {
  readonly node: Bound<Mapping>;
  readonly lists: Readonly<Record<ListName, MappingList | undefined>>;
}

export interface Subsets {
  readonly node: Bound;
  readonly sequence: Sequence;
  readonly subsets: readonly Subset[];
}

export interface MappingList {
  readonly sequence: Sequence;
  readonly items: readonly Bound<Mapping>[];
}

/** True where the trail enters the value, or ends at the resource, which includes all its values. */
export function isInScope(node: Bound, trail: readonly Bound[]): boolean {
  return trail.length === 1 || trail.includes(node);
}

/** The list of subsets; undefined where a part of it is unknown, unusual, or not written in place. */
export const subsetsOf = memo((root: Bound): Subsets | undefined => {
  const node = member(root, 'subsets');
  const list = readList(node);
  const subsets = list?.items.map(subsetOf);
  if (!node || !list || !subsets?.every((subset) => subset !== undefined)) return undefined;
  return { node, sequence: list.sequence, subsets };
});

function subsetOf(node: Bound<Mapping>): Subset | undefined {
  const { entries } = node.value;
  if (!entries.every(({ name }) => listNames.some((known) => known === name))) return undefined;
  const lists: { [name in ListName]: MappingList | undefined } = {
    addresses: undefined,
    notReadyAddresses: undefined,
    ports: undefined,
  };
  for (const { name } of entries) {
    const key = listNames.find((known) => known === name);
    const list = readList(member(node, name));
    if (!key || !list) return undefined;
    lists[key] = list;
  }
  return { node, lists };
}

/** A list of mappings that are written in place, without repeated or merged keys; undefined for any other value. */
export function readList(node: Bound | undefined): MappingList | undefined {
  if (node?.value.kind !== 'sequence' || node.value.isOpen || node.value.isAlias) return undefined;
  const { items } = node.value;
  const isSolid = node.children.every((child, i) => child.value === items[i] && isInPlace(child));
  return isSolid ? { sequence: node.value, items: node.children.filter(isInPlace) } : undefined;
}

/** True for a mapping that is written in place, with known and unique keys. */
export function isInPlace(node: Bound): node is Bound<Mapping> {
  const { value, entry } = node;
  if (value.kind !== 'mapping' || value.isOpen || value.isAlias || entry?.isMerged) return false;
  const names = new Set(value.entries.map(({ name }) => name));
  return names.size === value.entries.length && !value.entries.some((each) => each.isMerged || each.isOpaqueKey);
}

/** True where no part of the value is opaque, open, or an alias. */
export const isFullyKnown = memo((value: Value): boolean => {
  if (value.kind === 'opaque' || value.isAlias) return false;
  if (value.kind === 'mapping' && (value.isOpen || value.entries.some((each) => each.isMerged || each.isOpaqueKey)))
    return false;
  return !(value.kind === 'sequence' && value.isOpen) && childrenOf(value).every(isFullyKnown);
});

/** The parsed address; undefined where it is invalid. */
export function ipOf(address: Bound): Ip | undefined {
  return parseIp(textOf(member(address, 'ip')) ?? '');
}

/** The canonical text of the address; undefined where it is invalid. */
export function ipTextOf(address: Bound): string | undefined {
  const ip = ipOf(address);
  return ip && canonicalIp(ip);
}

/** A text that is equal for equal values. Ignores the order of keys. */
export const comparableValue = memo((value: Value): string => {
  if (value.kind === 'opaque') return `?${value.why}`;
  if (value.kind === 'scalar')
    return typeof value.value === 'string' ? JSON.stringify(value.value) : String(value.value);
  if (value.kind === 'sequence') return `[${value.items.map(comparableValue).join()}]`;
  return `{${value.entries
    .map((entry) => `${JSON.stringify(entry.name)}:${comparableValue(entry.value)}`)
    .sort()
    .join()}}`;
});
