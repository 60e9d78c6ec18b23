/** Converts between offsets (UTF-16 units) and positions in the units of the client. No other file does. */
import type { Position, Range, TextEdit as ProtocolEdit } from 'vscode-languageserver-types';
import type { TextEdit } from '../text/edit.ts';
import { lineAt, lineText } from '../text/line-index.ts';
import { lengthOf, longText, pieceAt, pieceOfLine, startsOf, wholeOf } from '../text/long-text.ts';
import type { LongText, Piece } from '../text/long-text.ts';
import { attachment, memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';

/** How the client counts characters in a line. */
export type Encoding = 'utf-8' | 'utf-16' | 'utf-32';

/** A text and the offsets of its lines. `long` has the text in pieces; `text` and `starts` join them, which takes time. */
export interface Located {
  readonly long: LongText;
  readonly encoding: Encoding;
  readonly text: string;
  readonly starts: readonly number[];
}

export function locatedIn(long: LongText | string, encoding: Encoding): Located {
  return new LocatedText(typeof long === 'string' ? longText(long) : long, encoding);
}

/** A class: V8 keeps the getters of a literal, with the texts that they hold, until the next full collection of garbage. */
class LocatedText implements Located {
  readonly long: LongText;
  readonly encoding: Encoding;

  constructor(long: LongText, encoding: Encoding) {
    this.long = long;
    this.encoding = encoding;
  }

  get text(): string {
    return wholeOf(this.long);
  }

  get starts(): readonly number[] {
    return startsOf(this.long);
  }
}

export function rangeOf(located: Located, span: Span): Range {
  return { start: positionOf(located, span.start), end: positionOf(located, span.end) };
}

export function protocolEdit(located: Located, { span, text }: TextEdit): ProtocolEdit {
  return { range: rangeOf(located, span), newText: text };
}

/** A place between CR and LF becomes the end of their line. */
export function positionOf({ long, encoding }: Located, place: number): Position {
  const { piece, offset, line } = pieceAt(long, place);
  const { text, starts } = piece;
  let at = place - offset;
  if (text.charCodeAt(at) === 10 && text.charCodeAt(at - 1) === 13) at--;
  const index = lineAt(starts, at);
  const start = starts[index] ?? 0;
  return { line: line + index, character: encoding === 'utf-16' ? at - start : countFrom(piece, start, at, encoding) };
}

/** Counted places of the last line, in order: a line can be as long as a file and must be counted only once. */
const countedIn = attachment((_piece: Piece): { line?: Counted } => ({}));

interface Counted {
  readonly start: number;
  readonly encoding: Encoding;
  readonly places: Place[];
}

interface Place {
  readonly offset: number;
  readonly units: number;
}

const stride = 64;
const isAscii = memo(({ text }: Piece) => !/[\u0080-\uffff]/.test(text));

function countFrom(piece: Piece, start: number, offset: number, encoding: Encoding): number {
  if (isAscii(piece)) return offset - start;
  const { text } = piece;
  const counted = countedIn(piece);
  let { line } = counted;
  if (line?.start !== start || line.encoding !== encoding) {
    line = { start, encoding, places: [{ offset: start, units: 0 }] };
    counted.line = line;
  }
  const { places } = line;
  let place = placeBefore(places, offset);
  for (let end = place.offset + stride; end < offset; end = place.offset + stride) {
    if (isLowSurrogate(text, end)) end++;
    place = { offset: end, units: place.units + unitsOf(text.slice(place.offset, end), encoding) };
    places.push(place);
  }
  return place.units + unitsOf(text.slice(place.offset, offset), encoding);
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

/** The offset in UTF-16 units. A character after the end of its line becomes the end of the line. */
export function offsetOf({ long, encoding }: Located, { line, character }: Position): number {
  const place = pieceOfLine(long, line);
  if (!place) return lengthOf(long);
  const { piece } = place;
  const index = line - place.line;
  const start = place.offset + (piece.starts[index] ?? 0);
  const content = lineText(piece.text, piece.starts, index);
  if (encoding === 'utf-16' || isAscii(piece)) return start + Math.min(character, content.length);
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
