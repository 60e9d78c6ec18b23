/** Whether a value is written in full, or an expression or a template decides on a part of it. */
import { isOpen } from '../../tree/value.ts';
import type { Bound } from './bind.ts';

/** True for an absent value, and for one that is neither opaque nor open. Values inside are not checked. */
export function isStatic(node: Bound | undefined): boolean {
  return node === undefined || (node.value.kind !== 'opaque' && !isOpen(node.value));
}

/** True for a list, or an absent one, to which no template or expression adds items. A template may still drop some. */
export function hasAllItems(list: Bound | undefined): boolean {
  return isStatic(list) || (list?.value.kind === 'sequence' && list.value.hasAllItems === true);
}

/** `isStatic` for the value and for all values inside it. */
export function isFullyStatic(node: Bound | undefined): boolean {
  return node === undefined || firstDynamic(node) === undefined;
}

/** The first value that is not static, the node itself included, in document order; undefined where there is none. */
export function firstDynamic(node: Bound): Bound | undefined {
  if (!isStatic(node)) return node;
  for (const child of node.children) {
    const found = firstDynamic(child);
    if (found) return found;
  }
  return undefined;
}
