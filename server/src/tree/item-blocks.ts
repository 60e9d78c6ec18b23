/**
 * A long list in blocks of items. After an edit, only the blocks around it are read again; the others are the same objects
 * at another place, so that results which do not depend on the place are kept with them (`text/memo.ts`).
 */
import { attachment, Given, memoBy } from '../text/memo.ts';
import { shift, type Span } from '../text/span.ts';
import type { Document } from './document.ts';
import type { Entry, Sequence, Value } from './value.ts';

/** Some consecutive items as the fast reader or that of JSON has read them, in whole lines. */
export interface ItemBlock {
  /** With the spans of the text in which they were read. */
  readonly items: readonly Value[];
  /** The start of the first line, in that text. */
  readonly start: number;
  /** The start of the next line with content, or the end of the text; in JSON, the start of the next block or the closing bracket. */
  readonly end: number;
  /** The reader has looked at the text up to here. */
  readonly seen: number;
  /** Of the dashes; `otherColumn` in a block that the fast reader cannot use again. */
  readonly column: number;
  /** The same items as the reader has read them, before what templates and placeholders say of their values was added. */
  readonly read?: ItemBlock;
}

/** The column of the blocks of JSON, and of those that are made for a text with a syntax error. */
export const otherColumn = -1;

/** A block in a text, in which its spans are shifted. */
export interface PlacedBlock {
  readonly block: ItemBlock;
  readonly shift: number;
  /** The number of items before it in the list. */
  readonly first: number;
}

/** A block whose items are not counted from the start of the list. */
export type UnnumberedBlock = Pick<PlacedBlock, 'block' | 'shift'>;

/** A shorter list is not divided. */
export const longSequence = 128;

/** A block gets as many items when it is read. Edits may change that, up to the length of the shortest divided list. */
export const usualBlock = 64;

/** The blocks of a divided list; undefined for any other list. */
export function itemBlocks(sequence: Sequence): readonly PlacedBlock[] | undefined {
  return Divided.in(sequence)?.blocks;
}

/** A divided list. It differs from other lists only in that its items are copied when they are needed. */
export function sequenceOfBlocks(
  blocks: readonly PlacedBlock[],
  span: Span,
  { style = 'block', isOpen = false }: Partial<Pick<Sequence, 'style' | 'isOpen'>> = {},
): Sequence {
  const bare = { kind: 'sequence', span, style, isOpen, isAlias: false } as const;
  // A shared function, because V8 keeps a getter, and all it references, until a full garbage collection.
  const sequence = Object.defineProperty(bare, 'items', { get: itemsOfDivided, enumerable: true }) as Sequence;
  return Divided.of(sequence, blocks);
}

/** The list with other blocks of the same places and sizes; the same list if all blocks are the same, and for an undivided list. */
export function mapBlocks(sequence: Sequence, change: (placed: PlacedBlock) => ItemBlock): Sequence {
  const blocks = itemBlocks(sequence) ?? [];
  const made = blocks.map((placed) => ({ ...placed, block: change(placed) }));
  if (made.every(({ block }, i) => block === blocks[i]?.block)) return sequence;
  return sequenceOfBlocks(made, sequence.span, sequence);
}

/** The block with changed items; the same block if no item changes. */
export function mapBlockItems(block: ItemBlock, change: (item: Value) => Value): ItemBlock {
  const items = block.items.map(change);
  if (items.every((item, i) => item === block.items[i])) return block;
  return { ...block, items, read: block.read ?? block };
}

/** The items of the block, with the spans that they have in the text of the list. */
export function itemsIn(sequence: Sequence, placed: PlacedBlock): readonly Value[] {
  const division = Divided.in(sequence);
  return division ? itemsOf(division, placed) : placed.block.items;
}

/** An object that is the same for versions of a document that differ only in the items of divided lists, and in places. */
export function frameOf(document: Document): object {
  return frameIn(document).frame;
}

/** Notes that the documents differ only in the items of divided lists, and in places. */
export function keepFrame(before: Document, after: Document): void {
  frameIn(after).frame = frameIn(before).frame;
}

/** The same, for a document that has a syntax error unlike the one before. `error` is what the error changes in the tree. */
export function keepFrameWithError(before: Document, after: Document, error: string): void {
  frameIn(after).frame = frameWithError(frameIn(before).frame, error);
}

const frameWithError = memoBy((_frame: object, _error: string): object => ({}));

const frameIn = attachment((_document: Document): { frame: object } => ({ frame: {} }));

/** The start of its first line, in the text of the list. */
export function startOfBlock({ block, shift }: UnnumberedBlock): number {
  return block.start + shift;
}

export function endOfBlock({ block, shift }: UnnumberedBlock): number {
  return block.end + shift;
}

/** The number of the items of a list. */
export function countItems(blocks: readonly PlacedBlock[]): number {
  const last = blocks.at(-1);
  return last ? last.first + last.block.items.length : 0;
}

/** The blocks in order, each with the number of the items before it. */
export function placedInOrder(blocks: readonly UnnumberedBlock[]): readonly PlacedBlock[] {
  let first = 0;
  return blocks.map(({ block, shift }) => {
    const placed = { block, shift, first };
    first += block.items.length;
    return placed;
  });
}

function itemsOfDivided(this: Sequence): readonly Value[] {
  const division = Divided.in(this);
  if (!division) return [];
  return (division.items ??= division.blocks.flatMap((placed) => itemsOf(division, placed)));
}

function itemsOf({ copies }: Division, { block, shift: by }: PlacedBlock): readonly Value[] {
  if (by === 0) return block.items;
  const known = copies.get(block) ?? block.items.map((item) => shiftedValue(item, by));
  copies.set(block, known);
  return known;
}

/** A copy of a value of the fast reader or of JSON, which has no aliases. Only what a template renders is optional there. */
export function shiftedValue(value: Value, by: number): Value {
  const span = shift(value.span, by);
  switch (value.kind) {
    case 'mapping': {
      const { style, isOpen, isAlias } = value;
      const entries = value.entries.map((entry) => shiftedEntry(entry, by));
      return { kind: 'mapping', span, entries, style, isOpen, isAlias };
    }
    case 'sequence': {
      const { style, isOpen, isAlias } = value;
      const blocks = itemBlocks(value);
      if (blocks)
        return sequenceOfBlocks(
          blocks.map((each) => ({ ...each, shift: each.shift + by })),
          span,
          value,
        );
      return {
        kind: 'sequence',
        span,
        items: value.items.map((item) => shiftedValue(item, by)),
        style,
        isOpen,
        isAlias,
      };
    }
    case 'scalar':
      return { kind: 'scalar', span, value: value.value, text: value.text, isAlias: value.isAlias };
    case 'opaque': {
      const { why, rendered } = value;
      return rendered ? { kind: 'opaque', span, why, rendered } : { kind: 'opaque', span, why };
    }
  }
}

export function shiftedEntry({ name, keyText, key, value, isMerged, isOpaqueKey }: Entry, by: number): Entry {
  return { name, keyText, key: shift(key, by), value: shiftedValue(value, by), isMerged, isOpaqueKey };
}

interface Division {
  readonly blocks: readonly PlacedBlock[];
  /** The items of blocks that are not where they were read. */
  readonly copies: Map<ItemBlock, readonly Value[]>;
  items?: readonly Value[];
}

/** Keeps the division in a private member, so that a copy of the list is an ordinary list. */
class Divided extends Given {
  readonly #division: Division;

  constructor(sequence: Sequence, blocks: readonly PlacedBlock[]) {
    super(sequence);
    this.#division = { blocks, copies: new Map() };
  }

  static of(sequence: Sequence, blocks: readonly PlacedBlock[]): Sequence {
    return new Divided(sequence, blocks) as unknown as Sequence;
  }

  static in(sequence: Sequence): Division | undefined {
    return #division in sequence ? sequence.#division : undefined;
  }
}
