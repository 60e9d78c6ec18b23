/**
 * Reads a text again in which an edit of a long list has made a syntax error, such as a key without its colon. The `yaml`
 * package reads a shortened text, without most items of long lists, and the blocks of items that were read before are used
 * again. Declines where the result may not be that of the whole text.
 */
import { movedSpan, shiftAt, type Changes } from '../../text/changes.ts';
import { lineStartAt } from '../../text/line.ts';
import { isSameSpan, type Span } from '../../text/span.ts';
import type { Issue } from '../../tree/document.ts';
import {
  countItems,
  endOfBlock,
  itemBlocks,
  longSequence,
  otherColumn,
  placedInOrder,
  sequenceOfBlocks,
  shiftedValue,
  startOfBlock,
  type PlacedBlock,
  type UnnumberedBlock,
} from '../../tree/item-blocks.ts';
import { isRepeating } from '../../tree/merge-repeats.ts';
import type { Entry, Mapping, Sequence, Value } from '../../tree/value.ts';
import { dividedListsIn, touchedInLists, type DividedList, type TouchedItems } from './divided-lists.ts';
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
 * The tree of the text after the changes, which the fast reader declines.
 *
 * A parser that arrives at a dash of the list is in the same state whatever the items above are, if they are complete. So items
 * can be left out where the items around the changes are read as before.
 */
export function rereadBroken(before: Readable, changes: Changes, text: string): BrokenRead | undefined {
  // A document that is indented, or in flow style, may end at an error.
  if (before.root.style !== 'block' || lineStartAt(before.text, before.root.span.start) !== before.root.span.start)
    return undefined;
  const lists = dividedListsIn(before.root);
  const touched = touchedInLists(lists, before.text, changes);
  if (!touched || !lists.every(isSimple)) return undefined;
  const shortening = shorten({ lists, touched }, before.text, { changes, text });
  if (!shortening) return undefined;
  const { short, places } = shortening;
  const { root, issues, remarks, anchors } = readYaml(short, 'kubernetes', []);
  if (root?.kind !== 'mapping' || issues.length === 0 || remarks.length + anchors.length > 0) return undefined;
  const isQuote = issues.some(({ message }) => message === openQuote);
  if (isQuote && !isOnlyQuote(short, text, issues, places)) return undefined;
  const joint: Joint = { touched, isOpen: !isQuote, places, changes };
  const whole = joined(root, before.root, joint);
  const moved = issues.map((issue) => ({ ...issue, span: places.span(issue.span) }));
  return whole?.kind === 'mapping' && areNear(moved, joint) && places.isCertain
    ? { root: whole, issues: moved, isOpen: !isQuote }
    : undefined;
}

/** The message of an issue may depend on the next line, so each must be in touched items, or above all of them. */
function areNear(issues: readonly Issue[], { touched, changes }: Joint): boolean {
  const all = [...touched.values()].flat().toSorted((a, b) => a.start - b.start);
  const spans = all.map((items, i) => {
    const { start, end } = movedSpan(items, changes);
    // Nothing is left out below the end of the last list.
    const isOpenEnded = items.isAtEnd && i === all.length - 1;
    return { start: i === 0 ? 0 : start, end: isOpenEnded ? Number.POSITIVE_INFINITY : end };
  });
  return issues.every(({ span }) => spans.some(({ start, end }) => start <= span.start && span.start < end));
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
  readonly touched: ReadonlyMap<Sequence, readonly TouchedItems[]>;
  readonly isOpen: boolean;
  readonly places: WholePlaces;
  readonly changes: Changes;
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

/** Undefined unless the items that no change touches are read as before. */
function joinedList(value: Sequence, before: Sequence, joint: Joint): Sequence | undefined {
  const [list] = dividedListsIn(before);
  if (!list || value.style !== 'block' || value.isAlias || value.isOpen !== joint.isOpen) return undefined;
  const groups = (joint.touched.get(before) ?? []).map((items) => groupOf(items, joint));
  const others: Value[] = [];
  for (const item of value.items) {
    const moved = joined(item, undefined, joint);
    if (!moved) return undefined;
    const own = groups.find(({ span }) => span.start <= moved.span.start && moved.span.start < span.end);
    (own?.made ?? others).push(moved);
  }
  const kept = keptItems(list, joint);
  const isAsBefore = kept.length === others.length && kept.every((item, i) => isSameItem(item, others[i]));
  const blocks = isAsBefore ? placedInOrder(blocksAround(list, groups, joint)) : [];
  if (countItems(blocks) < longSequence) return undefined;
  return sequenceOfBlocks(blocks, joint.places.span(value.span), { isOpen: joint.isOpen });
}

/** Touched items, and those in their place after the changes. */
interface Group {
  readonly items: TouchedItems;
  /** After the changes. */
  readonly span: Span;
  readonly made: Value[];
}

function groupOf(items: TouchedItems, { changes }: Joint): Group {
  return { items, span: movedSpan(items, changes), made: [] };
}

/** The items that are neither touched nor left out. */
function keptItems(list: DividedList, joint: Joint): readonly (Value | undefined)[] {
  const touched = joint.touched.get(list.sequence) ?? [];
  const others = touched.map(({ first, before }) => ({ start: first, end: before }));
  const kept: number[] = [];
  let next = 0;
  for (const { start, end } of [...gapsIn(list, touched), ...others].toSorted((a, b) => a.start - b.start)) {
    kept.push(...range(next, start));
    next = end;
  }
  return [...kept, ...range(next, list.length)].map((index) => movedItem(list, index, joint));
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);
}

/** A block that no change touches. */
function movedBlock(placed: PlacedBlock, { isOpen, changes }: Joint): UnnumberedBlock {
  const { block, shift } = placed;
  return { block: (isOpen && openedBlock(block)) || block, shift: shift + shiftAt(changes, startOfBlock(placed)) };
}

/** An item that no change touches, in the text after the changes. */
function movedItem(list: DividedList, index: number, { isOpen, changes }: Joint): Value | undefined {
  const placed = list.blocks.findLast(({ first }) => first <= index);
  const block = placed && ((isOpen && openedBlock(placed.block)) || placed.block);
  const item = placed && block?.items[index - placed.first];
  return item && shiftedValue(item, placed.shift + shiftAt(changes, item.span.start + placed.shift));
}

/** The blocks of the list, with one in place of neighbours that hold touched items. */
function blocksAround(list: DividedList, groups: readonly Group[], joint: Joint): readonly UnnumberedBlock[] {
  const { blocks } = list;
  const isTouched = (placed: PlacedBlock | undefined): boolean =>
    placed !== undefined &&
    groups.some(({ items }) => items.first < countItems([placed]) && items.before > placed.first);
  const made: UnnumberedBlock[] = [];
  let touched: PlacedBlock[] = [];
  for (const [i, placed] of blocks.entries()) {
    if (!isTouched(placed)) {
      made.push(movedBlock(placed, joint));
      continue;
    }
    touched.push(placed);
    if (isTouched(blocks[i + 1])) continue;
    made.push(...blockInstead(list, touched, groups, joint));
    touched = [];
  }
  return made;
}

/** One block with the items of these; none where no item is left. */
function blockInstead(
  list: DividedList,
  touched: readonly PlacedBlock[],
  groups: readonly Group[],
  joint: Joint,
): readonly UnnumberedBlock[] {
  const [top, bottom] = [touched[0], touched.at(-1)];
  if (!top || !bottom) return [];
  const items: (Value | undefined)[] = [];
  const keep = (start: number, end: number): void => {
    items.push(...range(start, end).map((index) => movedItem(list, index, joint)));
  };
  let next = top.first;
  for (const { items: own, made } of groups) {
    if (own.first < top.first || own.first >= countItems(touched)) continue;
    keep(next, own.first);
    items.push(...made);
    next = own.before;
  }
  keep(next, countItems(touched));
  const span = movedSpan({ start: startOfBlock(top), end: endOfBlock(bottom) }, joint.changes);
  const block = { ...span, items: items.flatMap((item) => item ?? []), seen: span.end, column: otherColumn };
  return block.items.length > 0 ? [{ block, shift: 0 }] : [];
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
