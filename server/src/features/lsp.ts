/** The only place where spans become ranges: in UTF-16 inside, in the units of the client outside. */
import type { Position, Range } from 'vscode-languageserver-types';
import { lineAt, lineText } from '../text/line-index.ts';
import { memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';

/** How the client counts characters in a line. */
export type Encoding = 'utf-8' | 'utf-16' | 'utf-32';

/** A text with what is needed to locate offsets in it. */
export interface Located {
  readonly text: string;
  readonly starts: readonly number[];
  readonly encoding: Encoding;
}

export function rangeOf(located: Located, span: Span): Range {
  return { start: positionOf(located, span.start), end: positionOf(located, span.end) };
}

/** A place between CR and LF is the end of their line. */
export function positionOf(located: Located, place: number): Position {
  const { starts, encoding, text } = located;
  const offset = text.charCodeAt(place) === 10 && text.charCodeAt(place - 1) === 13 ? place - 1 : place;
  const line = lineAt(starts, offset);
  const start = starts[line] ?? 0;
  return { line, character: encoding === 'utf-16' ? offset - start : countFrom(located, start, offset) };
}

/** Places of the line that was counted in last, in order. A line may be as long as a file, and is counted once. */
const counted = new WeakMap<Located, { readonly start: number; readonly places: Place[] }>();

interface Place {
  readonly offset: number;
  readonly units: number;
}

const stride = 64;
const isAscii = memo(({ text }: Located) => !/[\u0080-\uffff]/.test(text));

function countFrom(located: Located, start: number, offset: number): number {
  if (isAscii(located)) return offset - start;
  let line = counted.get(located);
  if (line?.start !== start) counted.set(located, (line = { start, places: [{ offset: start, units: 0 }] }));
  const { places } = line;
  let place = placeBefore(places, offset);
  for (let end = place.offset + stride; end < offset; end = place.offset + stride) {
    if (isLowSurrogate(located.text, end)) end++;
    place = { offset: end, units: place.units + unitsOf(located.text.slice(place.offset, end), located.encoding) };
    places.push(place);
  }
  return place.units + unitsOf(located.text.slice(place.offset, offset), located.encoding);
}

function placeBefore(places: readonly Place[], offset: number): Place {
  let low = 0;
  let high = places.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((places[middle]?.offset ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return places[low] ?? { offset, units: 0 };
}

function isLowSurrogate(text: string, offset: number): boolean {
  return (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
}

/** The offset in UTF-16; a character past the end of its line is the end of the line. */
export function offsetOf(located: Located, { line, character }: Position): number {
  const { text, starts, encoding } = located;
  const start = starts[line];
  if (start === undefined) return text.length;
  const content = lineText(text, starts, line);
  if (encoding === 'utf-16' || isAscii(located)) return start + Math.min(character, content.length);
  let units = 0;
  let offset = start;
  for (const each of content) {
    if (units >= character) break;
    units += unitsOf(each, encoding);
    offset += each.length;
  }
  return offset;
}

function unitsOf(text: string, encoding: Encoding): number {
  let units = 0;
  for (const each of text) {
    const code = each.codePointAt(0) ?? 0;
    if (encoding === 'utf-32') units += 1;
    else if (encoding === 'utf-16') units += each.length;
    else units += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return units;
}
