/**
 * Reads a text again in which an edit of a long list has made a syntax error, such as a key without its colon. The `yaml`
 * package reads a shortened text, without most items of long lists, and the blocks of items that were read before are used
 * again. Declines where the result may not be that of the whole text.
 */
import type { TextChange } from '../../text/edit.ts';
import { lineStartAt } from '../../text/line.ts';
import { isSameSpan, type Span } from '../../text/span.ts';
import type { Issue } from '../../tree/document.ts';
import {
  itemBlocks,
  longSequence,
  openedBlock,
  otherColumn,
  placedInOrder,
  sequenceOfBlocks,
  shifted,
  type ItemBlock,
  type PlacedBlock,
} from '../../tree/item-blocks.ts';
import { isRepeating } from '../../tree/merge-repeats.ts';
import { childrenOf, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
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
  const lists = longListsIn(before.root);
  const own = lists.find((list) => isInside(list, change));
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
function isOnlyQuote(short: string, text: string, issues: readonly Issue[], places: Places): boolean {
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

function growthOf({ start, end, length }: TextChange): number {
  return length - (end - start);
}

interface LongList {
  readonly sequence: Sequence;
  readonly blocks: readonly PlacedBlock[];
  /** The start of its first line. */
  readonly start: number;
  /** The number of its items. */
  readonly length: number;
}

/** The divided lists outside of blocks. */
function longListsIn(value: Value): readonly LongList[] {
  const blocks = value.kind === 'sequence' ? itemBlocks(value) : undefined;
  if (value.kind !== 'sequence' || !blocks) return childrenOf(value).flatMap(longListsIn);
  const [top, last] = [blocks[0], blocks.at(-1)];
  const start = top ? startOf(top) : 0;
  return [{ sequence: value, blocks, start, length: last ? last.first + last.block.items.length : 0 }];
}

function isInside({ blocks }: LongList, change: TextChange): boolean {
  const [first, last] = [blocks[0], blocks.at(-1)];
  return first !== undefined && last !== undefined && startOf(first) <= change.start && change.end <= endOf(last);
}

function isSimple({ blocks }: LongList): boolean {
  return blocks.every(({ block }) => openedBlock(block) !== undefined);
}

function startOf({ block, shift }: PlacedBlock): number {
  return block.start + shift;
}

function endOf({ block, shift }: PlacedBlock): number {
  return block.end + shift;
}

/** The item and its place; undefined for an index outside of the list. */
function placedItem({ blocks }: LongList, index: number): { readonly item: Value; readonly by: number } | undefined {
  const placed = blocks.findLast(({ first }) => first <= index);
  const item = placed?.block.items[index - placed.first];
  return item && placed && { item, by: placed.shift };
}

/** The start of the line with the item's dash; undefined where the item starts on another line, or behind another dash. */
function dashLineOf(list: LongList, index: number, text: string): number | undefined {
  const placed = placedItem(list, index);
  if (!placed) return undefined;
  const column = list.blocks[0]?.block.column ?? 0;
  const start = lineStartAt(text, placed.item.span.start + placed.by);
  return text.startsWith(`${' '.repeat(column)}-`, start) ? start : undefined;
}

interface TouchedItems {
  readonly first: number;
  /** The first item below them, or the length of the list. */
  readonly before: number;
  /** The start of that item's line before the change, if there is one. */
  readonly below: number | undefined;
}

/** The items whose text, or whose next dash, the change touches. */
function touchedItems(list: LongList, text: string, change: TextChange): TouchedItems | undefined {
  const column = list.blocks[0]?.block.column ?? 0;
  const isAbove = (end: number): boolean => end + column + 2 <= change.start;
  let first = list.blocks.find((placed) => !isAbove(endOf(placed)))?.first ?? list.length;
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

/** As many items around the touched ones must be read as before. */
const witnesses = 2;

interface Shortening {
  readonly short: string;
  readonly places: Places;
}

interface Lists {
  readonly lists: readonly LongList[];
  readonly own: LongList;
  readonly touched: TouchedItems;
}

/** Text in which nothing is open at the end of a line but a key, a plain scalar or a quote. */
const harmless = /^[\w \t\r\n.:/"'#,+=()-]*$/;

/** Leaves out items that are neither at an end of their list nor near the touched ones. */
function shorten(
  { lists, own, touched }: Lists,
  before: string,
  { change, text }: { readonly change: TextChange; readonly text: string },
): Shortening | undefined {
  const growth = growthOf(change);
  const start = dashLineOf(own, touched.first, before);
  const listEnd = own.blocks.at(-1);
  const end = touched.below ?? (listEnd ? endOf(listEnd) : undefined);
  if (start === undefined || end === undefined || !harmless.test(text.slice(start, end + growth))) return undefined;
  const cuts: Span[] = [];
  for (const list of lists) {
    const kept = list === own ? touched : undefined;
    for (const gap of gapsIn(list, kept)) {
      const [from, to] = [dashLineOf(list, gap.start, before), dashLineOf(list, gap.end, before)];
      if (from === undefined || to === undefined) return undefined;
      const by = from >= change.end ? growth : 0;
      cuts.push({ start: from + by, end: to + by });
    }
  }
  let short = '';
  let at = 0;
  const places = new Places();
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    short += text.slice(at, cut.start);
    places.cut(short.length, cut.end - cut.start);
    at = cut.end;
  }
  return { short: short + text.slice(at), places };
}

/** The items that are left out, as half-open ranges. */
function gapsIn({ length }: LongList, touched: TouchedItems | undefined): readonly Span[] {
  const above = touched ? keptAround(touched, length) : { start: 1, end: 1 };
  const gaps = [
    { start: 1, end: above.start },
    { start: Math.max(1, above.end), end: length - 1 },
  ];
  return gaps.filter(({ start, end }) => start < end);
}

function keptAround({ first, before }: TouchedItems, length: number): Span {
  return { start: Math.max(0, first - witnesses), end: Math.min(length, before + witnesses) };
}

/** The places in the whole text of offsets in the shortened one. */
class Places {
  readonly #cuts: { readonly at: number; readonly length: number }[] = [];
  /** False once an offset was asked for at which something is left out: it may be at either end. */
  isCertain = true;

  cut(at: number, length: number): void {
    this.#cuts.push({ at, length });
  }

  at(offset: number): number {
    let moved = offset;
    for (const { at, length } of this.#cuts) {
      if (at === offset) this.isCertain = false;
      if (at < offset) moved += length;
    }
    return moved;
  }

  span({ start, end }: Span): Span {
    return { start: this.at(start), end: this.at(end) };
  }
}

interface Joint {
  readonly own: LongList;
  readonly touched: TouchedItems;
  readonly isOpen: boolean;
  readonly places: Places;
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
  const [list] = longListsIn(before);
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
  return sequenceOfBlocks(placedInOrder(blocks), joint.places.span(value.span), joint.isOpen);
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}

type Unnumbered = Omit<PlacedBlock, 'first'>;

/** A block above or below the change. */
function movedBlock({ block, shift }: PlacedBlock, { isOpen, change }: Joint): Unnumbered {
  const by = block.start + shift >= change.end ? growthOf(change) : 0;
  return { block: (isOpen && openedBlock(block)) || block, shift: shift + by };
}

/** The item in the text after the change. */
function movedItem(list: LongList, index: number, { own, touched, isOpen, change }: Joint): Value | undefined {
  const placed = list.blocks.findLast(({ first }) => first <= index);
  const block = placed && ((isOpen && openedBlock(placed.block)) || placed.block);
  const item = placed && block?.items[index - placed.first];
  const isBelow = list.sequence === own.sequence ? index >= touched.before : list.start >= change.end;
  return item && shifted(item, placed.shift + (isBelow ? growthOf(change) : 0));
}

/** The blocks of the list with one in place of those around the change. */
function blocksAround(list: LongList, made: readonly Value[], joint: Joint): readonly Unnumbered[] {
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
  const end = endOf(bottom) + growthOf(joint.change);
  const block: ItemBlock = { items, start: startOf(top), end, seen: end, column: otherColumn };
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
