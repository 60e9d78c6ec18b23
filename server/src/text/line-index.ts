/** Converts offsets to lines and back. Lines end at LF, CR LF or a lone CR, as in the Language Server Protocol. */
import type { Span } from './span.ts';

/** Zero-based; `character` counts UTF-16 units. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

/** The offsets at which the lines of `text` start; the first is always 0. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) if (isBreak(text, i)) starts.push(i + 1);
  return starts;
}

/**
 * The line starts after `span` was replaced by `length` units, from the earlier `starts`. Only the changed lines are scanned,
 * because a long text is edited more often than it is opened.
 */
export function startsAfter(starts: readonly number[], text: string, span: Span, length: number): readonly number[] {
  // Only the next unit distinguishes CR LF from CR, so one more unit is scanned on either side.
  const startsBefore = starts.slice(0, Math.max(1, firstFrom(starts, span.start)));
  const shift = length - (span.end - span.start);
  const rest = starts.slice(firstFrom(starts, span.end + 2)).map((start) => start + shift);
  const touched: number[] = [];
  for (let i = startsBefore.at(-1) ?? 0; i <= span.start + length && i < text.length; i++) {
    if (isBreak(text, i)) touched.push(i + 1);
  }
  return [...startsBefore, ...touched, ...rest];
}

/** The index of the line that holds `offset`; an offset past the end is on the last line. */
export function lineAt(starts: readonly number[], offset: number): number {
  return indexAt(starts, offset);
}

/** The index of the item that contains `offset`, given the start offsets of all items; of two adjacent items, the later one. */
export function indexAt(starts: Readonly<ArrayLike<number>>, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** The line and character of `offset`. */
export function positionAt(starts: readonly number[], offset: number): LinePosition {
  const line = lineAt(starts, offset);
  return { line, character: offset - (starts[line] ?? 0) };
}

/** From the start of a line to its line break; an empty span at the end for a line past the last. */
export function lineSpan(text: string, starts: readonly number[], line: number): Span {
  const start = starts[line] ?? text.length;
  let end = starts[line + 1] ?? text.length;
  while (end > start && (text.charCodeAt(end - 1) === 10 || text.charCodeAt(end - 1) === 13)) end--;
  return { start, end };
}

/** The text of a line without its line break; empty past the last line. */
export function lineText(text: string, starts: readonly number[], line: number): string {
  const { start, end } = lineSpan(text, starts, line);
  return text.slice(start, end);
}

/** True for the last unit of a line break. */
function isBreak(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10);
}

/** The index of the first line that starts at or after the offset. */
function firstFrom(starts: readonly number[], offset: number): number {
  const line = lineAt(starts, offset);
  return (starts[line] ?? 0) >= offset ? line : line + 1;
}
