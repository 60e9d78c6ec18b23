/** Finds the divided lists of a document (see `tree/item-blocks.ts`), and the items that a change touches. */
import type { Changes } from '../../text/changes.ts';
import type { TextChange } from '../../text/edit.ts';
import { lineStartAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import { countItems, endOfBlock, itemBlocks, startOfBlock, type PlacedBlock } from '../../tree/item-blocks.ts';
import { childrenOf, type Sequence, type Value } from '../../tree/value.ts';

export interface DividedList {
  readonly sequence: Sequence;
  readonly blocks: readonly PlacedBlock[];
  /** The start of its first line. */
  readonly start: number;
  /** The end of its last block. */
  readonly end: number;
  /** The number of its items. */
  readonly length: number;
}

/** The divided lists outside of blocks. */
export function dividedListsIn(value: Value): readonly DividedList[] {
  const blocks = value.kind === 'sequence' ? itemBlocks(value) : undefined;
  if (value.kind !== 'sequence' || !blocks) return childrenOf(value).flatMap(dividedListsIn);
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return [];
  return [{ sequence: value, blocks, start: startOfBlock(first), end: endOfBlock(last), length: countItems(blocks) }];
}

export function isInList(list: DividedList, change: TextChange): boolean {
  return list.start <= change.start && change.end <= list.end;
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

/** Consecutive items, with the span of their lines. */
export interface TouchedItems extends Span {
  readonly first: number;
  /** The first item below them, or the length of the list. */
  readonly before: number;
  /** True if no item is below them. */
  readonly isAtEnd: boolean;
}

/** The touched items of each list, in order, in the text before the changes. Undefined if a change is not in a list. */
export function touchedInLists(
  lists: readonly DividedList[],
  text: string,
  changes: Changes,
): ReadonlyMap<Sequence, readonly TouchedItems[]> | undefined {
  const all = new Map<Sequence, TouchedItems[]>();
  for (const change of changes) {
    const own = lists.find((list) => isInList(list, change));
    const touched = own && touchedItems(own, text, change);
    if (!touched) return undefined;
    const others = all.get(own.sequence) ?? [];
    const last = others.at(-1);
    if (last && touched.first <= last.before)
      others.splice(-1, 1, { ...touched, first: last.first, start: last.start });
    else others.push(touched);
    all.set(own.sequence, others);
  }
  return all;
}

/** The items whose text, or whose next dash, the change touches. */
function touchedItems(list: DividedList, text: string, change: TextChange): TouchedItems | undefined {
  const column = list.blocks[0]?.block.column ?? 0;
  const isAbove = (end: number): boolean => end + column + 2 <= change.start;
  let first = list.blocks.find((placed) => !isAbove(endOfBlock(placed)))?.first ?? list.length;
  let start = dashLineOf(list, first, text);
  for (; first + 1 < list.length; first++) {
    const next = dashLineOf(list, first + 1, text);
    if (next === undefined) return undefined;
    if (!isAbove(next)) break;
    start = next;
  }
  if (start === undefined) return undefined;
  for (let before = first + 1; before < list.length; before++) {
    const below = dashLineOf(list, before, text);
    if (below === undefined) return undefined;
    if (below > change.end) return { first, before, start, end: below, isAtEnd: false };
  }
  return { first, before: list.length, start, end: list.end, isAtEnd: true };
}
