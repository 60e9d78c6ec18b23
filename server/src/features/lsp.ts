/** Text documents at the edge of the protocol: converts between offsets (UTF-16 units) and positions in the units of the client. */
import type { Position, Range, TextEdit as ProtocolEdit } from 'vscode-languageserver-types';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from '../text/edit.ts';
import { longText } from '../text/long-text.ts';
import { attachment } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import { lineStarts } from '../text/line-index.ts';
import { LongDocument, type Positions } from './long-document.ts';

/** How the client counts characters in a line. */
export type Encoding = 'utf-8' | 'utf-16' | 'utf-32';

/** A text of the client. Its document counts in UTF-16, as the library does. */
export interface Located {
  readonly document: Positions;
  readonly encoding: Encoding;
  /** Of a very long text made when it is first read; `slice` and `length` are cheaper. */
  readonly text: string;
  readonly length: number;
  /** The offsets at which the lines start. */
  readonly starts: readonly number[];
  slice(start: number, end: number): string;
}

/** In UTF-16 units. A longer text is kept in pieces: to copy it and to find its lines again would cost more than a check. */
const longest = 65_536;

export function locatedIn(text: string, encoding: Encoding): Located {
  const isLong = text.length > longest;
  const document = isLong ? new LongDocument(longText(text)) : TextDocument.create('', '', 0, text);
  return new LocatedText(document, encoding);
}

/** The text with `written` in the place of the span. */
export function replaceIn(located: Located, span: Span, written: string): Located {
  const { document, encoding } = located;
  // To read `text` here would join the pieces of a long document at every edit.
  if (document instanceof LongDocument) return new LocatedText(document.replaced(span, written), encoding);
  const text = document.getText();
  return locatedIn(text.slice(0, span.start) + written + text.slice(span.end), encoding);
}

/** A class: V8 keeps the getters of a literal, with the texts that they hold, until the next full garbage collection. */
class LocatedText implements Located {
  readonly document: Positions;
  readonly encoding: Encoding;
  #starts: readonly number[] | undefined;

  constructor(document: Positions, encoding: Encoding) {
    this.document = document;
    this.encoding = encoding;
  }

  get text(): string {
    return this.document.getText();
  }

  get length(): number {
    return this.document instanceof LongDocument ? this.document.length : this.text.length;
  }

  get starts(): readonly number[] {
    return (this.#starts ??= this.document instanceof LongDocument ? this.document.starts : lineStarts(this.text));
  }

  slice(start: number, end: number): string {
    return this.document instanceof LongDocument ? this.document.slice(start, end) : this.text.slice(start, end);
  }
}

export function rangeOf(located: Located, span: Span): Range {
  return { start: positionOf(located, span.start), end: positionOf(located, span.end) };
}

export function protocolEdit(located: Located, { span, text }: TextEdit): ProtocolEdit {
  return { range: rangeOf(located, span), newText: text };
}

/** An offset between CR and LF becomes the end of their line. */
export function positionOf(located: Located, offset: number): Position {
  const { document, encoding } = located;
  const position = document.positionAt(offset);
  if (encoding === 'utf-16') return position;
  const start = document.offsetAt({ line: position.line, character: 0 });
  return { line: position.line, character: countUnits(located, start, start + position.character) };
}

/** Counted places of the last line, in order: a line can be as long as a file and must be counted only once. */
const countedIn = attachment((_document: Positions): { line?: Counted } => ({}));

interface Counted {
  readonly start: number;
  readonly places: Place[];
}

interface Place {
  readonly offset: number;
  readonly units: number;
}

const stride = 64;

function countUnits(located: Located, start: number, offset: number): number {
  const { document, encoding } = located;
  const counted = countedIn(document);
  let { line } = counted;
  if (line?.start !== start) counted.line = line = { start, places: [{ offset: start, units: 0 }] };
  const { places } = line;
  let place = placeBefore(places, offset);
  for (let end = place.offset + stride; end < offset; end = place.offset + stride) {
    if (isLowSurrogate(located.slice(end, end + 1))) end++;
    place = { offset: end, units: place.units + unitsOf(located.slice(place.offset, end), encoding) };
    places.push(place);
  }
  return place.units + unitsOf(located.slice(place.offset, offset), encoding);
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

function isLowSurrogate(unit: string): boolean {
  return (unit.charCodeAt(0) & 0xfc00) === 0xdc00;
}

/** The offset in UTF-16 units. A character after the end of its line becomes the end of the line. */
export function offsetOf(located: Located, { line, character }: Position): number {
  const { document, encoding } = located;
  if (encoding === 'utf-16') return document.offsetAt({ line, character });
  const start = document.offsetAt({ line, character: 0 });
  const end = document.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
  let units = 0;
  let offset = start;
  for (const each of located.slice(start, end)) {
    if (units >= character) break;
    units += unitsOf(each, encoding);
    offset += each.length;
  }
  return offset;
}

/** In UTF-8 or UTF-32. */
function unitsOf(text: string, encoding: Encoding): number {
  let units = 0;
  for (const each of text) {
    const code = each.codePointAt(0) ?? 0;
    if (encoding === 'utf-32') units += 1;
    else units += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return units;
}
