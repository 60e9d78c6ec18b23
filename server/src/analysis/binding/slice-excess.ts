/** Which lists of an EndpointSlice are longer than the server takes, and what it does not look at for that. */
import { sliceLimits } from '../../contract/slice-limits.ts';
import type { Limit } from '../../contract/slice-limits.ts';
import { isSliceRoot } from './address-type.ts';
import type { Binding, Bound } from './bind.ts';

export interface Excess {
  readonly node: Bound;
  readonly limit: Limit;
}

/** In the order of the text. */
export function excessesIn({ root, nodes }: Binding): readonly Excess[] {
  if (!isSliceRoot(root)) return [];
  return nodes.flatMap((node) => {
    const limit = limitOf(node);
    return limit && node.children.length > limit.most ? [{ node, limit }] : [];
  });
}

/** True for a value below a list that is too long: the server counts its items, and looks at none of them. */
export function isPassedOver({ parent }: Bound, excesses: readonly Excess[]): boolean {
  if (excesses.length === 0) return false;
  for (let node = parent; node; node = node.parent) {
    if (excesses.some((each) => each.node === node && each.limit.isFinal)) return true;
  }
  return false;
}

/** True for a list that is longer than the server takes. */
export function isTooLong(node: Bound): boolean {
  return node.children.length > (limitOf(node)?.most ?? Infinity);
}

function limitOf({ parent, entry }: Bound): Limit | undefined {
  if (!entry || parent?.type.kind !== 'object') return undefined;
  const { base } = parent.type;
  return sliceLimits.find(({ owner, field }) => field === entry.name && owner.name === base);
}
