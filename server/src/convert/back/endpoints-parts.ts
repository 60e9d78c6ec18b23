/** Writes an Endpoints from the parts of slices: one subset for each set of ports. */
import { apiVersions } from '../../contract/contract.ts';
import {
  commentsOfPair,
  isNothing,
  listOf,
  listPart,
  mappingPart,
  mapPart,
  onlyComments,
  pairOf,
  pairPart,
  withPairs,
  writtenOf,
  type ItemPart,
  type ListPart,
  type MapPart,
  type PairPart,
} from '../../edits/parts/part.ts';
import { keyText, type WritingStyle } from '../../edits/parts/write-parts.ts';
import { addressItem } from '../parts/address-parts.ts';
import { withAbove } from '../parts/rewrite-pairs.ts';
import { endpointsMetadata } from '../parts/metadata-parts.ts';
import { portSetKey } from '../forward/slice-groups.ts';
import { tokenFor, withText } from '../forward/slice-parts.ts';

interface OpenSubset {
  readonly ports: PairPart | undefined;
  above: readonly string[];
  readonly lists: { readonly [K in 'addresses' | 'notReadyAddresses']: OpenList };
}

interface OpenList {
  readonly items: ItemPart[];
  beside: string;
  below: readonly string[];
  like: ListPart | undefined;
}

export interface SlicePart {
  readonly root: MapPart;
  readonly lead: readonly string[];
}

const sliceFields = new Set(['addressType', 'ports', 'endpoints']);

/** The Endpoints that replaces the first slice. */
export function endpointsPart(
  root: MapPart,
  slices: readonly SlicePart[],
  service: string,
  style: WritingStyle,
): MapPart {
  const subsets = subsetsPart(root, slices, style);
  let isPlaced = false;
  const metadata = mappingPart(root, 'metadata');
  const pairs = root.pairs.flatMap((pair): readonly PairPart[] => {
    if (pair.name === 'apiVersion') return [withText(pair, apiVersions.Endpoints, style)];
    if (pair.name === 'kind') return [withText(pair, 'Endpoints', style)];
    if (pair.name === 'metadata' && metadata) return [{ ...pair, value: endpointsMetadata(metadata, service, style) }];
    if (!sliceFields.has(pair.name)) return [pair];
    if (isPlaced) return [];
    isPlaced = true;
    return [subsets];
  });
  return { ...withPairs(root, pairs), below: slices.flatMap((slice) => slice.root.below) };
}

/** The Pulumi resource of the Endpoints, with the logical name of the first slice. */
export function endpointsBlock(pair: PairPart, object: MapPart, style: WritingStyle): PairPart {
  if (pair.value.kind !== 'map') return pair;
  const pairs = pair.value.pairs.map((entry): PairPart => {
    const name = entry.name.toLowerCase();
    if (name === 'properties') return { ...entry, value: object };
    if (name !== 'type') return entry;
    return withText(entry, tokenFor('Endpoints', writtenOf(entry.value) ?? ''), style);
  });
  return { ...pair, value: withPairs(pair.value, pairs) };
}

function subsetsPart(root: MapPart, slices: readonly SlicePart[], style: WritingStyle): PairPart {
  const subsets = new Map<string, OpenSubset>();
  const above: string[] = [];
  let waiting: readonly string[] = [];
  for (const { root: slice, lead } of slices) {
    const isFirst = slice === root;
    const family = pairOf(slice, 'addressType');
    if (isFirst && family) above.push(...commentsOfPair(family));
    const others = slice.pairs.filter(({ name }) => !['ports', 'endpoints'].includes(name));
    waiting = isFirst ? [] : [...waiting, ...lead, ...others.flatMap(commentsOfPair)];
    waiting = addSlice(slice, subsets, waiting, style);
  }
  const filled = [...subsets.values()].filter(({ lists }) =>
    Object.values(lists).some(({ items }) => items.length > 0),
  );
  const items = filled.map((subset) => subsetItem(subset, root, style));
  const { isFlow, isSpread } = root;
  const list = { ...listPart(items, { isFlow, isSpread }), below: waiting };
  return { ...pairPart('subsets', keyText('subsets', style, root), list), above };
}

/** Adds the endpoints of a slice to the subset with its ports. Returns the comments that have no place yet. */
function addSlice(
  slice: MapPart,
  subsets: Map<string, OpenSubset>,
  before: readonly string[],
  style: WritingStyle,
): readonly string[] {
  const [ports, endpoints] = [pairOf(slice, 'ports'), pairOf(slice, 'endpoints')];
  const list = listOf(slice, 'endpoints');
  const written = listOf(slice, 'ports')?.items ?? [];
  const key = portSetKey(written);
  const known = subsets.get(key);
  const subset: OpenSubset = known ?? newSubset(written.length > 0 ? ports : undefined);
  subsets.set(key, subset);
  let waiting = [...before, ...(ports && (known || written.length === 0) ? commentsOfPair(ports) : [])];
  waiting.push(...onlyComments(endpoints?.above ?? []));
  let beside = endpoints?.beside ?? '';
  let last: OpenList | undefined;
  for (const item of list?.items ?? []) {
    if (item.value.kind !== 'map') continue;
    const into = subset.lists[isReady(item.value) ? 'addresses' : 'notReadyAddresses'];
    const isNew = Object.values(subset.lists).every(({ items }) => items.length === 0);
    const address = addressItem(item, item.value, style);
    if (isNew) subset.above = waiting;
    if (isNew) into.beside = beside;
    into.items.push(isNew ? address : withAbove(address, [...into.below, ...waiting, ...onlyComments([beside])]));
    into.like ??= list;
    [waiting, beside, into.below] = [[], '', []];
    last = into;
  }
  const below = onlyComments(list?.below ?? []);
  if (last) last.below = below;
  return [...waiting, ...onlyComments([beside]), ...(last ? [] : below)];
}

function newSubset(ports: PairPart | undefined): OpenSubset {
  const newList = (): OpenList => ({ items: [], beside: '', below: [], like: undefined });
  return { ports, above: [], lists: { addresses: newList(), notReadyAddresses: newList() } };
}

/** An endpoint without `ready` is ready. */
function isReady(endpoint: MapPart): boolean {
  const ready = pairOf(mappingPart(endpoint, 'conditions'), 'ready')?.value;
  if (!ready || isNothing(ready)) return true;
  return !(ready.kind === 'text' && ready.origin?.kind === 'scalar' && ready.origin.value === false);
}

function subsetItem({ ports, above, lists }: OpenSubset, root: MapPart, style: WritingStyle): ItemPart {
  const { isFlow, isSpread } = root;
  const key = (name: string): string => keyText(name, style, root);
  const pairs = (['addresses', 'notReadyAddresses'] as const).flatMap((name): readonly PairPart[] => {
    const { items, like, beside, below } = lists[name];
    if (items.length === 0) return [];
    const isInBrackets =
      isFlow || (like?.isFlow !== false && items.every(({ value }) => value.kind === 'map' && value.isFlow));
    const list = listPart(items, { isFlow: isInBrackets, isSpread: like?.isSpread ?? isSpread });
    const indent = like?.isFlow === isInBrackets ? like.indent : undefined;
    return [{ ...pairPart(name, key(name), { ...list, indent, below }), beside }];
  });
  return { above, beside: '', value: mapPart([...pairs, ...(ports ? [ports] : [])], { isFlow, isSpread }) };
}
