/** Divides long arrays into blocks of items (see `tree/item-blocks.ts`), each of which starts on a line of its own. */
import {
  longSequence,
  otherColumn,
  placedInOrder,
  sequenceOfBlocks,
  usualBlock,
  type UnnumberedBlock,
} from '../../tree/item-blocks.ts';
import type { Span } from '../../text/span.ts';
import type { Sequence, Value } from '../../tree/value.ts';

/** The array whose brackets are at the ends of the span; undefined for a short one, and where lines do not divide it. */
export function dividedArray(items: readonly Value[], text: string, span: Span): Sequence | undefined {
  if (items.length < longSequence) return undefined;
  const blocks: UnnumberedBlock[] = [];
  for (let from = 0, start = ownLineOf(items[0], text); from < items.length; from += usualBlock) {
    const next = items[from + usualBlock];
    const end = next ? ownLineOf(next, text) : span.end - 1;
    if (start === undefined || end === undefined) return undefined;
    blocks.push({ block: jsonBlock(items.slice(from, from + usualBlock), { start, end }), shift: 0 });
    start = end;
  }
  return sequenceOfBlocks(placedInOrder(blocks), span, { style: 'flow' });
}

/** The text of a block reaches to the line of the next one, or to the bracket. */
export function jsonBlock(items: readonly Value[], { start, end }: Span): UnnumberedBlock['block'] {
  return { items, start, end, seen: end, column: otherColumn };
}

/** The start of the line of a value that is the first thing on it. */
function ownLineOf(value: Value | undefined, text: string): number | undefined {
  let start = value?.span.start ?? 0;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  return text[start - 1] === '\n' ? start : undefined;
}
