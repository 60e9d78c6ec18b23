/**
 * Stores a text in pieces, so that a change copies a few thousand units instead of millions. Every piece but the last ends with a
 * line feed, so no line and no line break is split between two pieces.
 */
import { indexAt, lineStarts, startsAfter } from './line-index.ts';
import { memo } from './memo.ts';
import type { Span } from './span.ts';

export interface LongText {
  readonly pieces: readonly Piece[];
  /** Where each piece starts; the last number is the length of the text. */
  readonly offsets: readonly number[];
  /** The number of the first line of each piece; the last number is that of the last line. */
  readonly lines: readonly number[];
}

/** A text of which parts can be read without joining its pieces. */
export interface SlicedText {
  readonly text: string;
  slice(start: number, end: number): string;
}

/** The same for a string. */
export function sliced(text: string): SlicedText {
  return { text, slice: (start, end) => text.slice(start, end) };
}

export interface Piece {
  readonly text: string;
  /** The line starts, relative to the piece. A piece that ends with a line feed has one more, after it. */
  readonly starts: readonly number[];
}

/** A piece with the offset at which it starts and the number of its first line. */
interface PlaceInPiece {
  readonly piece: Piece;
  readonly offset: number;
  readonly line: number;
}

/** A piece is cut after this many units. */
const longest = 32_768;

/** The text in pieces. */
export function longText(text: string): LongText {
  return assemble(piecesOf(text));
}

/** The text with `written` in the place of the span. */
export function replaceSpan(long: LongText, { start, end }: Span, written: string): LongText {
  const { pieces, offsets } = long;
  const first = indexAt(offsets, Math.min(start, lengthOf(long) - 1));
  let last = indexAt(offsets, Math.min(end, lengthOf(long) - 1));
  const from = offsets[first] ?? 0;
  const touched = (): string => sliceOf(long, from, start) + written + sliceOf(long, end, offsets[last + 1] ?? end);
  let text = touched();
  if (!text.endsWith('\n') && last + 1 < pieces.length) {
    last++;
    text = touched();
  }
  const [only] = first === last && text.length <= 2 * longest ? [pieces[first]] : [];
  const change = { start: start - from, end: end - from };
  const made = only ? [{ text, starts: startsAfter(only.starts, text, change, written.length) }] : piecesOf(text);
  const isEmptied = text === '' && pieces.length > 1;
  return assemble(pieces.toSpliced(first, last - first + 1, ...(isEmptied ? [] : made)));
}

/** The text from `start` to `end`. */
export function sliceOf(long: LongText, start: number, end: number): string {
  const { pieces, offsets } = long;
  let slice = '';
  for (let i = indexAt(offsets, start); i < pieces.length && (offsets[i] ?? 0) < end; i++) {
    const offset = offsets[i] ?? 0;
    slice += pieces[i]?.text.slice(Math.max(0, start - offset), end - offset) ?? '';
  }
  return slice;
}

/** In UTF-16 units. */
export function lengthOf({ offsets }: LongText): number {
  return offsets.at(-1) ?? 0;
}

/** The piece that contains the offset; the last one for an offset past the end. */
export function pieceAt(long: LongText, offset: number): PlaceInPiece {
  return placeOf(long, Math.min(indexAt(long.offsets, offset), long.pieces.length - 1));
}

/** The piece that contains this line; undefined past the last line. */
export function pieceOfLine(long: LongText, line: number): PlaceInPiece | undefined {
  const { lines, pieces } = long;
  if (line > (lines.at(-1) ?? 0)) return undefined;
  return placeOf(long, Math.min(indexAt(lines, line), pieces.length - 1));
}

/** The whole text in one string, joined on first use. */
export const wholeOf = memo(({ pieces }: LongText): string => pieces.map(({ text }) => text).join(''));

/** The offsets at which all lines start, computed on first use. */
export const startsOf = memo(({ pieces, offsets }: LongText): readonly number[] => {
  const all: number[] = [];
  for (const [i, { starts }] of pieces.entries()) {
    const offset = offsets[i] ?? 0;
    const count = i + 1 < pieces.length ? starts.length - 1 : starts.length;
    for (let line = 0; line < count; line++) all.push(offset + (starts[line] ?? 0));
  }
  return all;
});

function placeOf({ pieces, offsets, lines }: LongText, index: number): PlaceInPiece {
  return { piece: pieces[index] ?? nothing, offset: offsets[index] ?? 0, line: lines[index] ?? 0 };
}

const nothing: Piece = { text: '', starts: [0] };

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < text.length || pieces.length === 0;) {
    const lineFeed = text.length - start > longest ? text.indexOf('\n', start + longest) : -1;
    const end = lineFeed < 0 ? text.length : lineFeed + 1;
    const part = text.slice(start, end);
    pieces.push({ text: part, starts: lineStarts(part) });
    start = end;
  }
  return pieces;
}

function assemble(pieces: readonly Piece[]): LongText {
  const offsets = [0];
  const lines = [0];
  let offset = 0;
  let line = 0;
  for (const { text, starts } of pieces) {
    offsets.push((offset += text.length));
    lines.push((line += starts.length - 1));
  }
  return { pieces, offsets, lines };
}
