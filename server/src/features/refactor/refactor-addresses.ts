/** Refactorings of addresses: mark as ready or not ready, sort, split by family. */
import { member, textOf, type Bound } from '../../analysis/binding/bind.ts';
import { isIpv4, type Ip } from '../../contract/ip.ts';
import { uniqueBy } from '../../text/group.ts';
import type { DraftPart } from '../../tree/tree-edit.ts';
import type { Value } from '../../tree/value.ts';
import {
  comparableValue,
  ipOf,
  ipTextOf,
  isFullyKnown,
  isInScope,
  listNames,
  readList,
  recomposing,
  rewriting,
  subsetsOf,
  type MappingList,
  type Refactoring,
  type Subset,
} from './refactoring.ts';
import { contentsOf, subsetDraft } from './subset-draft.ts';

export function moveAddress(root: Bound, trail: readonly Bound[]): Refactoring | undefined {
  const subset = subsetsOf(root)?.subsets.find(({ node }) => trail.includes(node));
  const from = (['addresses', 'notReadyAddresses'] as const).find((name) =>
    subset?.lists[name]?.items.some((item) => trail.includes(item)),
  );
  if (!subset || !from) return undefined;
  const to = from === 'addresses' ? 'notReadyAddresses' : 'addresses';
  const contents = contentsOf(subset);
  const address = contents[from].find((item) => trail.includes(item));
  const ip = address && ipTextOf(address);
  if (!address || !ip || contents[to].some((other) => ipTextOf(other) === ip)) return undefined;
  const moved = {
    ...contents,
    [from]: contents[from].filter((other) => other !== address),
    [to]: [...contents[to], address],
  };
  return {
    title: `Mark ${textOf(member(address, 'ip'))} as ${to === 'addresses' ? 'ready' : 'not ready'}`,
    kind: 'refactor.move',
    edits: [{ kind: 'compose', by: subsetDraft(subset, moved, new Set()) }],
  };
}

/** Sorts the list at the cursor by address, or all lists of the resource if the cursor is in no list. */
export function sortAddresses(root: Bound, trail: readonly Bound[]): Refactoring | undefined {
  const subsets = member(root, 'subsets');
  if (!subsets || !isInScope(subsets, trail)) return undefined;
  const here = trail.find(({ entry }) => listNames.some((name) => name === entry?.name));
  if (here?.entry?.name === 'ports') return undefined;
  const nodes = here ? [here] : subsets.children.flatMap((subset) => addressLists(subset));
  const sorted = nodes.flatMap((node) => {
    const list = readList(node);
    const items = list && sortedItems(list);
    return list && items ? [{ list, items }] : [];
  });
  if (sorted.length === 0) return undefined;
  const isShorter = sorted.some(({ list, items }) => items.length < list.items.length);
  return rewriting(
    `Sort ${nodes.length > 1 ? 'all ' : ''}addresses${isShorter ? ' and remove duplicates' : ''}`,
    sorted.map(({ list, items }) => ({ kind: 'compose', by: { kind: 'list', base: list.sequence, items } })),
  );
}

function addressLists(subset: Bound): Bound[] {
  return subset.children.filter(({ entry }) => entry?.name === 'addresses' || entry?.name === 'notReadyAddresses');
}

/** The sorted items without duplicates; undefined where they are sorted already, or one is unknown. */
function sortedItems({ items }: MappingList): DraftPart[] | undefined {
  if (areSorted(items)) return undefined;
  const addresses = items.flatMap((node) => {
    const ip = ipOf(node);
    return ip && isFullyKnown(node.value) ? [{ node, ip, content: addressContent(node) }] : [];
  });
  if (addresses.length < items.length) return undefined;
  const sorted = uniqueBy(addresses, ({ content }) => content).toSorted((a, b) => compareIps(a.ip, b.ip));
  const isSame = sorted.length === items.length && sorted.every(({ node }, i) => node === items[i]);
  return isSame ? undefined : sorted.map(({ node }) => ({ kind: 'keep', value: node.value }));
}

function areSorted(items: readonly Bound[]): boolean {
  let last: Ip | undefined;
  for (const item of items) {
    const ip = ipOf(item);
    if (!ip || (last && compareIps(last, ip) >= 0)) return false;
    last = ip;
  }
  return true;
}

/** Equal for addresses that differ only in their spelling. */
function addressContent(address: Bound): string {
  const others = address.children.filter(({ entry }) => entry?.name !== 'ip');
  const texts = others.map(({ entry, value }) => `${entry?.name} ${comparableValue(value)}`).sort();
  return [ipTextOf(address), ...texts].join('\n');
}

/** IPv4 before IPv6, then by value. */
function compareIps(a: Ip, b: Ip): number {
  if (isIpv4(a) !== isIpv4(b)) return isIpv4(a) ? -1 : 1;
  const index = a.bytes.findIndex((byte, i) => byte !== b.bytes[i]);
  return index < 0 ? 0 : (a.bytes[index] ?? 0) - (b.bytes[index] ?? 0);
}

/** Splits the subset at the cursor, or all subsets, into IPv4 and IPv6 addresses. Both parts get the ports. */
export function splitByFamily(root: Bound, trail: readonly Bound[]): Refactoring | undefined {
  const all = subsetsOf(root);
  if (!all || !isInScope(all.node, trail)) return undefined;
  const own = all.subsets.find(({ node }) => trail.includes(node));
  const mixed = (own ? [own] : all.subsets).filter(isMixed);
  if (mixed.length === 0) return undefined;
  const used = new Set<Value>();
  const items = all.subsets.flatMap((subset): DraftPart[] =>
    mixed.includes(subset) ? familiesOf(subset, used) : [{ kind: 'keep', value: subset.node.value }],
  );
  const what = own ? 'this subset' : mixed.length > 1 ? 'all mixed subsets' : 'the mixed subset';
  return recomposing(`Split ${what} into IPv4 and IPv6 addresses`, all.sequence, items);
}

/** True for a fully known subset with addresses of both families. */
function isMixed(subset: Subset): boolean {
  const { addresses, notReadyAddresses } = contentsOf(subset);
  const families = [...addresses, ...notReadyAddresses].map(familyOf);
  return new Set(families).size > 1 && !families.includes(undefined) && isFullyKnown(subset.node.value);
}

function familyOf(address: Bound): 4 | 6 | undefined {
  const ip = ipOf(address);
  return ip && (isIpv4(ip) ? 4 : 6);
}

/** The two parts. The family of the first address keeps the place of the subset. */
function familiesOf(subset: Subset, used: Set<Value>): DraftPart[] {
  const { addresses, notReadyAddresses, ports } = contentsOf(subset);
  const first = [...addresses, ...notReadyAddresses].map(familyOf)[0];
  return [true, false].map((isFirst) => {
    const isWanted = (address: Bound): boolean => (familyOf(address) === first) === isFirst;
    const contents = {
      addresses: addresses.filter(isWanted),
      notReadyAddresses: notReadyAddresses.filter(isWanted),
      ports,
    };
    return subsetDraft(isFirst ? subset : undefined, contents, used);
  });
}
