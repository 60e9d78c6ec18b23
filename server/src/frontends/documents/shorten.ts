/** Leaves out most items of long lists, so that a text with a syntax error near one of them is read fast. */
import { growthOf, type TextChange } from '../../text/edit.ts';
import type { Span } from '../../text/span.ts';
import { endOfBlock } from '../../tree/item-blocks.ts';
import { dashLineOf, type DividedList, type TouchedItems } from './divided-lists.ts';

/** As many items around the touched ones must be read as before. */
const witnesses = 2;

export interface Shortening {
  readonly short: string;
  readonly places: WholePlaces;
}

interface Lists {
  readonly lists: readonly DividedList[];
  readonly own: DividedList;
  readonly touched: TouchedItems;
}

/** Text in which nothing is open at the end of a line but a key, a plain scalar or a quote. */
const harmless = /^[\w \t\r\n.:/"'#,+=()-]*$/;

/** Leaves out items that are neither at an end of their list nor near the touched ones. */
export function shorten(
  { lists, own, touched }: Lists,
  before: string,
  { change, text }: { readonly change: TextChange; readonly text: string },
): Shortening | undefined {
  const growth = growthOf(change);
  const start = dashLineOf(own, touched.first, before);
  const listEnd = own.blocks.at(-1);
  const end = touched.below ?? (listEnd ? endOfBlock(listEnd) : undefined);
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
  const places = new WholePlaces();
  for (const cut of cuts.toSorted((a, b) => a.start - b.start)) {
    short += text.slice(at, cut.start);
    places.cut(short.length, cut.end - cut.start);
    at = cut.end;
  }
  return { short: short + text.slice(at), places };
}

/** The items that are left out, as half-open ranges. */
export function gapsIn({ length }: DividedList, touched: TouchedItems | undefined): readonly Span[] {
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
export class WholePlaces {
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
