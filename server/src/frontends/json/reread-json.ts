/** Reads an object again after a change in the items of a long array: only the block of items around the change. */
import { growthOf, type TextChange } from '../../text/edit.ts';
import type { Span } from '../../text/span.ts';
import {
  countItems,
  endOfBlock,
  itemBlocks,
  longSequence,
  placedInOrder,
  sequenceOfBlocks,
  shiftedEntry,
  shiftedValue,
  startOfBlock,
  type PlacedBlock,
} from '../../tree/item-blocks.ts';
import { hasRepeats } from '../../tree/merge-repeats.ts';
import type { Entry, Sequence, Value } from '../../tree/value.ts';
import { jsonBlock } from './json-blocks.ts';
import { readJson } from './parse-json.ts';
import { visitStructure } from './structure.ts';

/** Items that nest deeper are read with the whole text, which limits its depth. */
const deepestItem = 32;

interface Edit extends Span {
  readonly growth: number;
  /** After the change. */
  readonly text: string;
}

/** The tree of the text after the change; undefined for a change elsewhere, and after one that is not JSON by itself. */
export function rereadJson(root: Value, change: TextChange, text: string): Value | undefined {
  return edited(root, { ...change, growth: growthOf(change), text });
}

function edited(value: Value, edit: Edit): Value | undefined {
  const span = { start: value.span.start, end: value.span.end + edit.growth };
  if (value.kind === 'mapping') {
    const spans = value.entries.map((entry) => entry.value.span);
    const entries = withEdited(value.entries, spans, edit, {
      move: shiftedEntry,
      edit: (entry): Entry | undefined => {
        const own = edited(entry.value, edit);
        return own && { ...entry, value: own };
      },
    });
    return entries && { ...value, span, entries };
  }
  if (value.kind !== 'sequence') return undefined;
  const blocks = itemBlocks(value);
  if (blocks) return editedBlocks(blocks, span, edit);
  const spans = value.items.map((item) => item.span);
  const items = withEdited(value.items, spans, edit, { move: shiftedValue, edit: (item) => edited(item, edit) });
  return items && { ...value, span, items };
}

/** The parts of a collection after the edit of one of them; undefined where it is in none. */
function withEdited<T>(
  parts: readonly T[],
  spans: readonly Span[],
  { start, end, growth }: Edit,
  { move, edit }: { readonly move: (part: T, by: number) => T; readonly edit: (part: T) => T | undefined },
): readonly T[] | undefined {
  const index = spans.findIndex((span) => span.start < start && end < span.end);
  const part = parts[index];
  const made = part && edit(part);
  if (!made) return undefined;
  const after = parts.slice(index + 1);
  return [...parts.slice(0, index), made, ...(growth === 0 ? after : after.map((each) => move(each, growth)))];
}

function editedBlocks(blocks: readonly PlacedBlock[], span: Span, edit: Edit): Sequence | undefined {
  const { growth, text } = edit;
  const index = blocks.findLastIndex((each) => startOfBlock(each) <= edit.start);
  const placed = blocks[index];
  if (!placed || edit.end > endOfBlock(placed)) return undefined;
  const start = startOfBlock(placed);
  const own = text.slice(start, endOfBlock(placed) + growth);
  const items = itemsIn(own, index === blocks.length - 1);
  if (!items) return undefined;
  const made = placedInOrder([
    ...blocks.slice(0, index),
    { block: jsonBlock(items, { start: 1, end: 1 + own.length }), shift: start - 1 },
    ...blocks.slice(index + 1).map(({ block, shift }) => ({ block, shift: shift + growth })),
  ]);
  return countItems(made) < longSequence ? undefined : sequenceOfBlocks(made, span, { style: 'flow' });
}

/** The items in the lines of a block, with spans from the bracket that is set before them. Then no other line reads differently. */
function itemsIn(lines: string, isLast: boolean): readonly Value[] | undefined {
  // The comma and the line break end the last item.
  const array = isLast ? `[${lines}]` : `[${lines}0]`;
  if ((!isLast && !lines.endsWith('\n')) || depthOf(array) > deepestItem) return undefined;
  const { root, issues } = readJson(array, { isDivided: true });
  if (root?.kind !== 'sequence' || issues.length > 0) return undefined;
  const items = isLast ? root.items : root.items.slice(0, -1);
  const isWhole = isLast || root.items.at(-1)?.span.start === array.length - 2;
  const isUsual = items.length > 0 && items.length <= longSequence && !items.some(hasRepeats);
  return isWhole && isUsual ? items : undefined;
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  visitStructure(text, { onOpen: () => void (deepest = Math.max(deepest, ++depth)), onClose: () => void depth-- });
  return deepest;
}
