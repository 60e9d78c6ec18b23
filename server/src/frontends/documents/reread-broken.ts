/**
 * Reads a text again in which an edit of a long list has made a syntax error, such as a key without its colon. The `yaml`
 * package reads a shortened text, without most items of long lists, and the blocks of items that were read before are used
 * again. Declines where the result may not be that of the whole text.
 */
import { growthOf, type TextChange } from '../../text/edit.ts';
import { lineStartAt } from '../../text/line.ts';
import { isSameSpan } from '../../text/span.ts';
import type { Issue } from '../../tree/document.ts';
import {
  endOfBlock,
  itemBlocks,
  longSequence,
  otherColumn,
  placedInOrder,
  sequenceOfBlocks,
  shiftedValue,
  startOfBlock,
  type ItemBlock,
  type PlacedBlock,
  type UnnumberedBlock,
} from '../../tree/item-blocks.ts';
import { isRepeating } from '../../tree/merge-repeats.ts';
import type { Entry, Mapping, Sequence, Value } from '../../tree/value.ts';
import { dividedListsIn, isInList, touchedItems, type DividedList, type TouchedItems } from './divided-lists.ts';
import { openedBlock } from './opened-block.ts';
import { gapsIn, shorten, type WholePlaces } from './shorten.ts';
import { mask } from '../template.ts';
import { longQuoteAt } from '../yaml/long-quote.ts';
import { readPlain } from '../yaml/plain-reader.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { syntaxMessage } from '../yaml/syntax-message.ts';

export interface BrokenRead {
  readonly root: Mapping;
  readonly issues: readonly Issue[];
  /** True if all collections are open, because a line cannot be read. Otherwise only a quote is not closed. */
  readonly isOpen: boolean;
}

/** A text that the fast reader has read. */
interface Readable {
  readonly root: Mapping;
  readonly text: string;
}

/**
 * The tree of the text after the change, which the fast reader declines.
 *
 * A parser that arrives at a dash of the list is in the same state whatever the items above are, if they are complete. So items
 * can be left out where the items around the change are read as before.
 */
export function rereadBroken(before: Readable, change: TextChange, text: string): BrokenRead | undefined {
  // A document that is indented, or in flow style, may end at an error.
  if (before.root.style !== 'block' || lineStartAt(before.text, before.root.span.start) !== before.root.span.start)
    return undefined;
  const lists = dividedListsIn(before.root);
  const own = lists.find((list) => isInList(list, change));
  const touched = own && touchedItems(own, before.text, change);
  if (!own || !touched || !lists.every(isSimple)) return undefined;
  const shortening = shorten({ lists, own, touched }, before.text, { change, text });
  if (!shortening) return undefined;
  const { short, places } = shortening;
  const { root, issues, remarks, anchors } = readYaml(short, 'kubernetes', []);
  if (root?.kind !== 'mapping' || issues.length === 0 || remarks.length + anchors.length > 0) return undefined;
  const isQuote = issues.some(({ message }) => message === openQuote);
  if (isQuote && !isOnlyQuote(short, text, issues, places)) return undefined;
  const joint: Joint = { own, touched, isOpen: !isQuote, places, change };
  const whole = joined(root, before.root, joint);
  const end = touched.below === undefined ? text.length : touched.below + growthOf(change);
  const moved = issues.map((issue) => ({ ...issue, span: places.span(issue.span) }));
  // The message of an issue may depend on the next line.
  const isNear = moved.every(({ span }) => span.start < end);
  return whole?.kind === 'mapping' && isNear && places.isCertain
    ? { root: whole, issues: moved, isOpen: !isQuote }
    : undefined;
}

const openQuote = syntaxMessage('MISSING_CHAR', 'quote');

/** True where the open quote is the only error, and no later quote can close it. */
function isOnlyQuote(short: string, text: string, issues: readonly Issue[], places: WholePlaces): boolean {
  const [issue] = issues;
  if (!issue || issues.length > 1) return false;
  const { start, end } = issue.span;
  const masked = short.slice(0, start) + mask.repeat(end - start) + short.slice(end);
  const found = readPlain(short, 'kubernetes').openQuote;
  const sign = short.charAt(start);
  const countIn = (part: string): number => part.split(sign).length;
  // Where the fast reader takes the quote for a closed one, the `yaml` package finds it, and reads on to the next quote.
  const isFound =
    found === start || (found < 0 && countIn(short.slice(start)) === countIn(text.slice(places.at(start))));
  return (
    isFound &&
    readPlain(masked, 'kubernetes').isRead &&
    longQuoteAt(short, start, 0) === undefined &&
    longQuoteAt(text, places.at(start), 0) === undefined
  );
}

function isSimple({ blocks }: DividedList): boolean {
  return blocks.every(({ block }) => openedBlock(block) !== undefined);
}

interface Joint {
  readonly own: DividedList;
  readonly touched: TouchedItems;
  readonly isOpen: boolean;
  readonly places: WholePlaces;
  readonly change: TextChange;
}

/** The value of the shortened text, in the whole text. Its lists get back the items that were left out. */
function joined(value: Value, before: Value | undefined, joint: Joint): Value | undefined {
  const span = joint.places.span(value.span);
  if (value.kind === 'mapping') {
    // In an open mapping, every copy of a repeated key counts, and the copies are no children of a divided list's items.
    if (joint.isOpen && isRepeating(value)) return undefined;
    const others = before?.kind === 'mapping' ? before.entries : [];
    const entries: Entry[] = [];
    for (const [i, entry] of value.entries.entries()) {
      const made = joined(entry.value, others[i]?.value, joint);
      if (!made) return undefined;
      entries.push({ ...entry, key: joint.places.span(entry.key), value: made });
    }
    return { ...value, span, entries };
  }
  if (value.kind !== 'sequence') return { ...value, span };
  if (before?.kind === 'sequence' && itemBlocks(before)) return joinedList(value, before, joint);
  const others = before?.kind === 'sequence' ? before.items : [];
  const items: Value[] = [];
  for (const [i, item] of value.items.entries()) {
    const made = joined(item, others[i], joint);
    if (!made) return undefined;
    items.push(made);
  }
  return { ...value, span, items };
}

/** Undefined unless the items that the change does not touch are read as before. */
function joinedList(value: Sequence, before: Sequence, joint: Joint): Sequence | undefined {
  const [list] = dividedListsIn(before);
  if (!list || value.style !== 'block' || value.isAlias || value.isOpen !== joint.isOpen) return undefined;
  const isOwn = before === joint.own.sequence;
  const { first, before: next } = isOwn ? joint.touched : { first: 1, before: list.length - 1 };
  const gaps = gapsIn(list, isOwn ? joint.touched : undefined);
  const isKept = (index: number): boolean => !gaps.some(({ start, end }) => start <= index && index < end);
  const above = range(0, first).filter(isKept);
  const below = range(next, list.length).filter(isKept);
  const made: Value[] = [];
  for (const item of value.items) {
    const moved = joined(item, undefined, joint);
    if (!moved) return undefined;
    made.push(moved);
  }
  const more = made.length - above.length - below.length;
  const others = [...made.slice(0, above.length), ...made.slice(above.length + more)];
  const isAsBefore = [...above, ...below].every((index, i) => isSameItem(others[i], movedItem(list, index, joint)));
  const length = isOwn ? list.length - (next - first) + more : list.length;
  if (more < 0 || (!isOwn && more > 0) || !isAsBefore || length < longSequence) return undefined;
  const blocks = isOwn
    ? blocksAround(list, made.slice(above.length, above.length + more), joint)
    : list.blocks.map((placed) => movedBlock(placed, joint));
  return sequenceOfBlocks(placedInOrder(blocks), joint.places.span(value.span), { isOpen: joint.isOpen });
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}

/** A block above or below the change. */
function movedBlock(placed: PlacedBlock, { isOpen, change }: Joint): UnnumberedBlock {
  const { block, shift } = placed;
  const by = startOfBlock(placed) >= change.end ? growthOf(change) : 0;
  return { block: (isOpen && openedBlock(block)) || block, shift: shift + by };
}

/** The item in the text after the change. */
function movedItem(list: DividedList, index: number, { own, touched, isOpen, change }: Joint): Value | undefined {
  const placed = list.blocks.findLast(({ first }) => first <= index);
  const block = placed && ((isOpen && openedBlock(placed.block)) || placed.block);
  const item = placed && block?.items[index - placed.first];
  const isBelow = list.sequence === own.sequence ? index >= touched.before : list.start >= change.end;
  return item && shiftedValue(item, placed.shift + (isBelow ? growthOf(change) : 0));
}

/** The blocks of the list with one in place of those around the change. */
function blocksAround(list: DividedList, made: readonly Value[], joint: Joint): readonly UnnumberedBlock[] {
  const { blocks } = list;
  const { first, before } = joint.touched;
  const from = blocks.findLastIndex((placed) => placed.first <= first);
  const to = blocks.findLastIndex((placed) => placed.first < before) + 1;
  const [top, bottom] = [blocks[from], blocks[to - 1]];
  if (!top || !bottom) return [];
  const inBottom = range(before, bottom.first + bottom.block.items.length);
  const items = [
    ...range(top.first, first).map((index) => movedItem(list, index, joint)),
    ...made,
    ...inBottom.map((index) => movedItem(list, index, joint)),
  ].flatMap((item) => item ?? []);
  const end = endOfBlock(bottom) + growthOf(joint.change);
  const block: ItemBlock = { items, start: startOfBlock(top), end, seen: end, column: otherColumn };
  return [
    ...blocks.slice(0, from).map((placed) => movedBlock(placed, joint)),
    ...(items.length > 0 ? [{ block, shift: 0 }] : []),
    ...blocks.slice(to).map((placed) => movedBlock(placed, joint)),
  ];
}

function isSameItem(a: Value | undefined, b: Value | undefined): boolean {
  return a !== undefined && b !== undefined && isSame(a, b);
}

function isSame(a: Value, b: Value): boolean {
  if (!isSameSpan(a.span, b.span)) return false;
  if (a.kind === 'mapping') {
    const isAlike = b.kind === 'mapping' && a.style === b.style && a.isOpen === b.isOpen;
    return (
      isAlike &&
      a.entries.length === b.entries.length &&
      a.entries.every((entry, i) => isSameEntry(entry, b.entries[i]))
    );
  }
  if (a.kind === 'sequence') {
    const isAlike = b.kind === 'sequence' && a.style === b.style && a.isOpen === b.isOpen;
    return isAlike && a.items.length === b.items.length && a.items.every((item, i) => isSameItem(item, b.items[i]));
  }
  return a.kind === 'scalar' && b.kind === 'scalar' && a.value === b.value && a.text === b.text;
}

function isSameEntry(a: Entry, b: Entry | undefined): boolean {
  return (
    b !== undefined &&
    a.keyText === b.keyText &&
    a.name === b.name &&
    isSameSpan(a.key, b.key) &&
    isSame(a.value, b.value)
  );
}
