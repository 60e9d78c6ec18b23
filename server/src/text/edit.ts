/** Applies and merges edits of a text. */
import { comparePlaces } from './span.ts';
import type { Span } from './span.ts';

export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** The text after all edits. An edit that overlaps an earlier one (by start) is skipped. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => comparePlaces(a.span, b.span))) {
    if (edit.span.start < at) continue;
    result += text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return result + text.slice(at);
}

/** A replacement between two states of a text: the span in the earlier one, and the length of the new text. */
export interface TextChange extends Span {
  readonly length: number;
}

/** Merges two changes into one. `second` refers to the text after `first`. */
export function mergeChanges(first: TextChange | undefined, second: TextChange): TextChange {
  if (!first) return second;
  const growth = first.length - (first.end - first.start);
  const start = Math.min(first.start, second.start);
  const end = Math.max(first.start + first.length, second.end);
  return { start, end: end - growth, length: end - start + second.length - (second.end - second.start) };
}
