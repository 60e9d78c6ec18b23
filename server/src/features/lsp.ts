/** The only place where spans become ranges: in UTF-16 inside, in the units of the client outside. */
import type { Position, Range } from 'vscode-languageserver-types';
import { lineAt, lineText } from '../text/line-index.ts';
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

export function positionOf(located: Located, offset: number): Position {
  const { starts, encoding } = located;
  const line = lineAt(starts, offset);
  const start = starts[line] ?? 0;
  return { line, character: encoding === 'utf-16' ? offset - start : countFrom(located, start, offset) };
}

/** The place that was counted to last. Places come in order, and a line may be as long as a file. */
const counted = new WeakMap<Located, { readonly start: number; readonly offset: number; readonly units: number }>();

function countFrom(located: Located, start: number, offset: number): number {
  const last = counted.get(located);
  const from = last?.start === start && last.offset <= offset ? last : { start, offset: start, units: 0 };
  const units = from.units + unitsOf(located.text.slice(from.offset, offset), located.encoding);
  counted.set(located, { start, offset, units });
  return units;
}

/** The offset in UTF-16; a character past the end of its line is the end of the line. */
export function offsetOf({ text, starts, encoding }: Located, { line, character }: Position): number {
  const start = starts[line];
  if (start === undefined) return text.length;
  const content = lineText(text, starts, line);
  if (encoding === 'utf-16') return start + Math.min(character, content.length);
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
