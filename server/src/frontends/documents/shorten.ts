/** Leaves out most items of long lists, so that a text with a syntax error near one of them is read fast. */
import { movedSpan, type Changes } from '../../text/changes.ts';
import type { Span } from '../../text/span.ts';
import type { Sequence } from '../../tree/value.ts';
import { dashLineOf, type DividedList, type TouchedItems } from './divided-lists.ts';

/** As many items around the touched ones must be read as before. */
const witnesses = 2;

export interface Shortening {
  readonly short: string;
  readonly places: WholePlaces;
}

interface Lists {
  readonly lists: readonly DividedList[];
  readonly touched: ReadonlyMap<Sequence, readonly TouchedItems[]>;
}

/** Text in which nothing is open at the end of a line but a key, a plain scalar, a quote or a bracket. */
const harmless = /^[\w \t\r\n.:/"'#,+=(){}[\]-]*$/;

/** Leaves out items that are neither at an end of their list nor near touched ones. */
export function shorten(
  { lists, touched }: Lists,
  before: string,
  { changes, text }: { readonly changes: Changes; readonly text: string },
): Shortening | undefined {
  const cuts: Span[] = [];
  for (const list of lists) {
    const own = touched.get(list.sequence) ?? [];
    for (const each of own) {
      const { start, end } = movedSpan(each, changes);
      if (!harmless.test(text.slice(start, end))) return undefined;
    }
    for (const gap of gapsIn(list, own)) {
      const [start, end] = [dashLineOf(list, gap.start, before), dashLineOf(list, gap.end, before)];
      if (start === undefined || end === undefined) return undefined;
      cuts.push(movedSpan({ start, end }, changes));
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

/** The items that are left out, as half-open ranges. Those at the ends are kept, and some around touched ones. */
export function gapsIn({ length }: DividedList, touched: readonly TouchedItems[]): readonly Span[] {
  const kept = touched.map(({ first, before }) => ({ start: first - witnesses, end: before + witnesses }));
  const gaps: Span[] = [];
  let start = 1;
  for (const each of [...kept, { start: length - 1, end: length }]) {
    if (start < each.start) gaps.push({ start, end: Math.min(each.start, length - 1) });
    start = Math.max(start, each.end);
  }
  return gaps.filter((gap) => gap.start < gap.end);
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
