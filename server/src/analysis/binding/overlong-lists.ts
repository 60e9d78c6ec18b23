/** Lists of an EndpointSlice that exceed the limits of the API server, and values that it skips for that. */
import { sliceLimits, type Limit } from '../../contract/slice-limits.ts';
import { isSliceRoot } from './address-type.ts';
import { member, type Binding, type Bound } from './bind.ts';
import { childCount, nodesWhere } from './blocks.ts';

export interface OverlongList {
  readonly node: Bound;
  readonly limit: Limit;
}

/** In document order; empty for other kinds. */
export function overlongListsIn(binding: Binding, minor: number): readonly OverlongList[] {
  if (!isSliceRoot(binding.root)) return [];
  return tooLongLists(binding).flatMap((node) => {
    const limit = limitOf(node);
    const isStored = minor >= (node.field?.storedSince ?? 0);
    return limit && isStored && !isBehindZones(node) ? [{ node, limit }] : [];
  });
}

/** True for a value inside an overlong list: the API server rejects the list without validating its items. */
export function isSkippedByServer({ parent }: Bound, excesses: readonly OverlongList[]): boolean {
  if (excesses.length === 0) return false;
  for (let node = parent; node; node = node.parent) {
    if (excesses.some((each) => each.node === node && each.limit.isFinal)) return true;
  }
  return false;
}

export function isTooLong(node: Bound): boolean {
  const length = childCount(node);
  return length > 0 && length > (limitOf(node)?.most ?? Infinity);
}

const tooLongLists = nodesWhere(isTooLong);

/** The API server does not validate the nodes of hints that have too many zones. */
function isBehindZones({ parent, entry }: Bound): boolean {
  const zones = entry?.name === 'forNodes' && parent ? member(parent, 'forZones') : undefined;
  return zones !== undefined && isTooLong(zones);
}

function limitOf({ parent, entry }: Bound): Limit | undefined {
  if (!entry || parent?.type.kind !== 'object') return undefined;
  const { base } = parent.type;
  return sliceLimits.find(({ owner, field }) => field === entry.name && owner.name === base);
}
