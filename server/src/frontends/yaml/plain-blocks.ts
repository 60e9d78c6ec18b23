/** Divides long lists into blocks of items while they are read, and finds the blocks that an edit leaves alone. */
import { growthOf, type TextChange } from '../../text/edit.ts';
import { memo } from '../../text/memo.ts';
import {
  countItems,
  endOfBlock,
  placedInOrder,
  longSequence,
  sequenceOfBlocks,
  startOfBlock,
  usualBlock,
  type ItemBlock,
  type UnnumberedBlock,
} from '../../tree/item-blocks.ts';
import type { Sequence, Value } from '../../tree/value.ts';
import { dividedListsIn } from '../documents/divided-lists.ts';
import { goToContent, over, type BlockSource, type Lines } from './plain-lines.ts';

/** A text that was read before. */
export interface EarlierText {
  readonly root: Value;
  readonly text: string;
  /** The text in which its templates are masked. */
  readonly masked: string;
}

/** The blocks of an earlier text that are in the text that is read, by the offset at which they start now. */
export class KnownBlocks implements BlockSource {
  readonly #byStart = new Map<number, UnnumberedBlock>();
  readonly #earlier: (EarlierText & { readonly change: TextChange }) | undefined;

  constructor(earlier?: EarlierText, change?: TextChange) {
    if (!earlier || !change) return;
    this.#earlier = { ...earlier, change };
    for (const { blocks } of dividedListsIn(earlier.root)) for (const placed of blocks) this.#add(placed, change);
  }

  /** None, so that all blocks are new. */
  static none(): KnownBlocks {
    return new KnownBlocks();
  }

  /** The blocks in the tree of a text that the change leaves alone. */
  static after(earlier: EarlierText, change: TextChange): KnownBlocks {
    return new KnownBlocks(earlier, change);
  }

  /** Those that are also left alone where templates are masked: the change may end an action that begins far above it. */
  inMasked(masked: string, text: string): KnownBlocks {
    const earlier = this.#earlier;
    if (!earlier || (masked === text && earlier.masked === earlier.text)) return this;
    return new KnownBlocks(earlier, widened(earlier.change, earlier.masked, masked));
  }

  /** The block whose dashes are in the column and whose first line starts at the offset. */
  at(start: number, column: number): UnnumberedBlock | undefined {
    const placed = this.#byStart.get(start);
    return placed?.block.column === column ? placed : undefined;
  }

  #add(placed: UnnumberedBlock, change: TextChange): void {
    const { block, shift } = placed;
    const isAbove = block.seen + shift <= change.start;
    if (!isAbove && startOfBlock(placed) < change.end) return;
    const moved = { block: block.read ?? block, shift: isAbove ? shift : shift + growthOf(change) };
    this.#byStart.set(startOfBlock(moved), moved);
  }
}

/** Collects the items of a list while they are read. */
export class BlockList {
  readonly #lines: Lines;
  readonly #column: number;
  readonly #blocks: UnnumberedBlock[] = [];
  /** The items behind the last block, and the starts of their lines. */
  #items: Value[] = [];
  #starts: number[] = [];

  constructor(lines: Lines, column: number) {
    this.#lines = lines;
    this.#column = column;
  }

  /** Adds the item that was just read. Its line starts at the offset. */
  add(item: Value, start: number): void {
    this.#items.push(item);
    this.#starts.push(start);
  }

  /** Adds the block that starts at the current line, and moves the reader past it. */
  take(placed: UnnumberedBlock): void {
    this.#divide();
    this.#blocks.push(placed);
    goToContent(this.#lines, endOfBlock(placed));
  }

  /** The list, once all items are read. */
  sequence(start: number): Sequence {
    if (this.#blocks.length === 0 && this.#items.length < longSequence) return ordinary(this.#items, start);
    this.#divide();
    const blocks = placedInOrder(this.#blocks);
    const last = blocks.at(-1);
    const end = (last?.block.items.at(-1)?.span.end ?? start) + (last?.shift ?? 0);
    const isOpen = blocks.some(({ block }) => hasOpaqueItem(block));
    const divided = sequenceOfBlocks(blocks, { start, end }, { isOpen });
    return countItems(blocks) < longSequence ? ordinary(divided.items, start) : divided;
  }

  /** Makes blocks of the items behind the last block. */
  #divide(): void {
    const [items, starts] = [this.#items, this.#starts];
    const { indent, start: next, content, text } = this.#lines;
    const isOver = indent === over;
    const size = items.length > longSequence ? usualBlock : longSequence;
    for (let from = 0; from < items.length; from += size) {
      const start = starts[from] ?? 0;
      const below = starts[from + size];
      const end = below ?? (isOver ? text.length : next);
      // The reader compares the next dash, and the character behind it.
      const seen = (below === undefined ? (isOver ? text.length : content) : below + this.#column) + 2;
      const block: ItemBlock = { items: items.slice(from, from + size), start, end, seen, column: this.#column };
      this.#blocks.push({ block, shift: 0 });
    }
    this.#items = [];
    this.#starts = [];
  }
}

function ordinary(items: readonly Value[], start: number): Sequence {
  const end = items.at(-1)?.span.end ?? start;
  return {
    kind: 'sequence',
    span: { start, end },
    items,
    style: 'block',
    isOpen: items.some(isOpaque),
    isAlias: false,
  };
}

/** A template may output any number of items in the place of one. */
const hasOpaqueItem = memo(({ items }: ItemBlock): boolean => items.some(isOpaque));

function isOpaque({ kind }: Value): boolean {
  return kind === 'opaque';
}

/** The change with all other differences between the texts. */
function widened(change: TextChange, before: string, after: string): TextChange {
  const growth = growthOf(change);
  let start = 0;
  while (start < change.start && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = before.length;
  while (end > change.end && before.charCodeAt(end - 1) === after.charCodeAt(end - 1 + growth)) end--;
  return { start, end, length: end - start + growth };
}
