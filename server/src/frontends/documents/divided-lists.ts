/** Finds the divided lists of a document (see `tree/item-blocks.ts`), and the items that a change touches. */
import type { TextChange } from '../../text/edit.ts';
import { lineStartAt } from '../../text/line.ts';
import { countItems, endOfBlock, itemBlocks, startOfBlock, type PlacedBlock } from '../../tree/item-blocks.ts';
import { childrenOf, type Sequence, type Value } from '../../tree/value.ts';

export interface DividedList {
  readonly sequence: Sequence;
  readonly blocks: readonly PlacedBlock[];
  /** The start of its first line. */
  readonly start: number;
  /** The number of its items. */
  readonly length: number;
}

/** The divided lists outside of blocks. */
export function dividedListsIn(value: Value): readonly DividedList[] {
  const blocks = value.kind === 'sequence' ? itemBlocks(value) : undefined;
  if (value.kind !== 'sequence' || !blocks) return childrenOf(value).flatMap(dividedListsIn);
  const [top] = blocks;
  return [{ sequence: value, blocks, start: top ? startOfBlock(top) : 0, length: countItems(blocks) }];
}

export function isInList({ blocks }: DividedList, change: TextChange): boolean {
  const [first, last] = [blocks[0], blocks.at(-1)];
  return (
    first !== undefined && last !== undefined && startOfBlock(first) <= change.start && change.end <= endOfBlock(last)
  );
}

/** The item and its place; undefined for an index outside of the list. */
function placedItem({ blocks }: DividedList, index: number): { readonly item: Value; readonly by: number } | undefined {
  const placed = blocks.findLast(({ first }) => first <= index);
  const item = placed?.block.items[index - placed.first];
  return item && placed && { item, by: placed.shift };
}

/** The start of the line with the item's dash; undefined where the item starts on another line, or behind another dash. */
export function dashLineOf(list: DividedList, index: number, text: string): number | undefined {
  const placed = placedItem(list, index);
  if (!placed) return undefined;
  const column = list.blocks[0]?.block.column ?? 0;
  const start = lineStartAt(text, placed.item.span.start + placed.by);
  return text.startsWith(`${' '.repeat(column)}-`, start) ? start : undefined;
}

export interface TouchedItems {
  readonly first: number;
  /** The first item below them, or the length of the list. */
  readonly before: number;
  /** The start of that item's line before the change, if there is one. */
  readonly below: number | undefined;
}

/** The items whose text, or whose next dash, the change touches. */
export function touchedItems(list: DividedList, text: string, change: TextChange): TouchedItems | undefined {
  const column = list.blocks[0]?.block.column ?? 0;
  const isAbove = (end: number): boolean => end + column + 2 <= change.start;
  let first = list.blocks.find((placed) => !isAbove(endOfBlock(placed)))?.first ?? list.length;
  for (; first + 1 < list.length; first++) {
    const next = dashLineOf(list, first + 1, text);
    if (next === undefined) return undefined;
    if (!isAbove(next)) break;
  }
  for (let before = first + 1; before < list.length; before++) {
    const below = dashLineOf(list, before, text);
    if (below === undefined) return undefined;
    if (below > change.end) return { first, before, below };
  }
  return first < list.length ? { first, before: list.length, below: undefined } : undefined;
}
