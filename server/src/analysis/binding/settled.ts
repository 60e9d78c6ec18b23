/** Whether all that stands below a value is known, or a template or an expression decides on some of it. */
import { isOpen } from '../../tree/value.ts';
import type { Bound } from './bind.ts';

/** True where all that is below is known. */
export function isSettled(node: Bound): boolean {
  return unsettledIn(node) === undefined;
}

/** The first value, the node itself or one below it, that is decided elsewhere; undefined where all is known. */
export function unsettledIn(node: Bound): Bound | undefined {
  if (isUnsettled(node)) return node;
  for (const child of node.children) {
    const found = unsettledIn(child);
    if (found) return found;
  }
  return undefined;
}

/** True for a value that is known only later, or to which something may be added. What stands in it is not looked at. */
export function isUnsettled({ value }: Bound): boolean {
  if (value.kind === 'opaque' || isOpen(value)) return true;
  return value.kind === 'mapping' && value.entries.some(({ isOpaqueKey }) => isOpaqueKey);
}
