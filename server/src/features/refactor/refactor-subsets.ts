/** Refactorings of the list of subsets: fewer subsets for the same endpoints. */
import { groupBy, uniqueBy } from '../../text/group.ts';
import { member, textOf, type Bound } from '../../analysis/binding/bind.ts';
import { packsOf, type Pack } from '../../analysis/slices/repack.ts';
import { newestMinor } from '../../contract/version.ts';
import { memo } from '../../text/memo.ts';
import type { DraftPart } from '../../tree/tree-edit.ts';
import { isNull, type Value } from '../../tree/value.ts';
import {
  comparableValue,
  ipTextOf,
  isFullyKnown,
  isInScope,
  recomposing,
  subsetsOf,
  type Refactoring,
  type Subset,
  type Subsets,
} from './refactoring.ts';
import { contentsOf, subsetDraft, type SubsetContents } from './subset-draft.ts';

/** Moves the addresses of all subsets with the same ports into the first of these subsets. */
export function mergeSubsets(root: Bound, trail: readonly Bound[]): Refactoring | undefined {
  const all = knownSubsets(root, trail);
  if (!all || all.subsets.length < 2) return undefined;
  const groups = groupBy(all.subsets, (subset) => contentsOf(subset).ports.map(portKey).sort().join('\n'));
  if (groups.size === all.subsets.length) return undefined;
  const used = new Set<Value>();
  const merged = [...groups.values()].map((group) => ({ group, contents: mergedContents(group) }));
  if (merged.some(({ group, contents }) => group.length > 1 && isContradictory(contents))) return undefined;
  const items = merged.map(({ group, contents }): DraftPart => {
    const [first] = group;
    if (first && group.length === 1) return { kind: 'keep', value: first.node.value };
    return subsetDraft(first, contents, used);
  });
  return recomposing('Merge subsets with equal ports', all.sequence, items);
}

function mergedContents(group: readonly Subset[]): SubsetContents {
  const contents = group.map(contentsOf);
  const unique = (nodes: readonly Bound[]): readonly Bound[] => uniqueBy(nodes, ({ value }) => comparableValue(value));
  return {
    addresses: unique(contents.flatMap(({ addresses }) => addresses)),
    notReadyAddresses: unique(contents.flatMap(({ notReadyAddresses }) => notReadyAddresses)),
    ports: contents[0]?.ports ?? [],
  };
}

/** True where an address would be both ready and not ready in one subset, which the contract forbids. */
function isContradictory({ addresses, notReadyAddresses }: SubsetContents): boolean {
  const ready = new Set(addresses.map(ipTextOf));
  return notReadyAddresses.some((address) => ready.has(ipTextOf(address)));
}

/** Like `RepackSubsets` of the mirroring controller, but in the author's order. Only where no endpoint is lost. */
export function repackSubsets(root: Bound, trail: readonly Bound[]): Refactoring | undefined {
  const all = knownSubsets(root, trail);
  const packs = all && repacked(all);
  if (!all || !packs) return undefined;
  const used = new Set<Value>();
  const free = new Set(all.subsets);
  const items = packs.map((pack): DraftPart => {
    const base = [...free].find((subset) => isLike(contentsOf(subset), pack));
    if (base) free.delete(base);
    return subsetDraft(base, pack, used);
  });
  return recomposing('Repack the subsets like the mirroring controller', all.sequence, items);
}

/** The subsets of the mirroring controller; undefined where they are the same, or where an endpoint would be lost. */
const repacked = memo(({ node, subsets }: Subsets): readonly SubsetContents[] | undefined => {
  const packs = packsOf(node, newestMinor).map(contentsOfPack);
  const own = subsets.map(contentsOf);
  const before = new Set(own.map(contentsKey));
  const isSame = packs.length === before.size && packs.every((pack) => before.has(contentsKey(pack)));
  return isSame || !sameEndpoints(own, packs) ? undefined : packs;
});

/** True where the first contents include the first port of the second, or both have no ports. */
function isLike(a: SubsetContents, b: SubsetContents): boolean {
  const [first] = b.ports;
  return first ? a.ports.includes(first) : a.ports.length === 0;
}

/** A pack as a subset. Ports that only the controller distinguishes are merged. */
function contentsOfPack({ addresses, ports }: Pack): SubsetContents {
  const listed = (isReady: boolean): Bound[] =>
    addresses.filter((each) => each.isReady === isReady).map(({ record }) => record.node);
  return {
    addresses: listed(true),
    notReadyAddresses: listed(false),
    ports: uniqueBy(ports, portKey),
  };
}

/** Equal for two spellings of the same port. */
function portKey(port: Bound): string {
  const texts = ['name', 'protocol', 'appProtocol'].map((name) => textOf(member(port, name)) ?? '');
  const number = member(port, 'port');
  return JSON.stringify([texts[0], number ? comparableValue(number.value) : '', texts[1] || 'TCP', texts[2]]);
}

function knownSubsets(root: Bound, trail: readonly Bound[]): Subsets | undefined {
  const node = member(root, 'subsets');
  if (!node || !isInScope(node, trail) || !isFullyKnown(node.value) || isNull(node.value)) return undefined;
  const all = subsetsOf(root);
  return all && haveAddresses(all) ? all : undefined;
}

const haveAddresses = memo(({ subsets }: Subsets): boolean =>
  subsets.every(({ lists }) =>
    [lists.addresses, lists.notReadyAddresses].every((list) => list?.items.every((item) => ipTextOf(item)) ?? true),
  ),
);

/** True where two lists of subsets have the same endpoints with the same details. */
function sameEndpoints(a: readonly SubsetContents[], b: readonly SubsetContents[]): boolean {
  const [one, other] = [endpointsIn(a), endpointsIn(b)];
  return one.size === other.size && [...one].every((endpoint) => other.has(endpoint));
}

function endpointsIn(subsets: readonly SubsetContents[]): Set<string> {
  const endpoints = new Set<string>();
  for (const { addresses, notReadyAddresses, ports } of subsets) {
    for (const port of ports.length === 0 ? [''] : ports.map(portKey)) {
      for (const { value } of addresses) endpoints.add(`ready ${comparableValue(value)} ${port}`);
      for (const { value } of notReadyAddresses) endpoints.add(`not ready ${comparableValue(value)} ${port}`);
    }
  }
  return endpoints;
}

/** Equal for subsets with the same addresses and ports, in any order and number. */
function contentsKey({ addresses, notReadyAddresses, ports }: SubsetContents): string {
  const contents = (nodes: readonly Bound[]): string[] => [
    ...new Set(nodes.map(({ value }) => comparableValue(value))),
  ];
  return [contents(addresses), contents(notReadyAddresses), ports.map(portKey)]
    .map((keys) => keys.sort().join('\n'))
    .join('\n\n');
}
