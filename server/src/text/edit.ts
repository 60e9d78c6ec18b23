/** Edits and changes of a text. */
import type { Span } from './span.ts';

export interface TextEdit {
  readonly span: Span;
  readonly text: string;
  /** Placeholders for the user to replace, as spans of `text`, in order. */
  readonly stops?: readonly Span[];
}

/** A replacement between two states of a text: the span in the earlier one, and the length of the new text. */
export interface TextChange extends Span {
  readonly length: number;
}

/** By how much the change makes the text longer. */
export function growthOf({ start, end, length }: TextChange): number {
  return length - (end - start);
}

/** Merges two changes into one. `second` refers to the text after `first`. */
export function mergeChanges(first: TextChange | undefined, second: TextChange): TextChange {
  if (!first) return second;
  const growth = growthOf(first);
  const start = Math.min(first.start, second.start);
  const end = Math.max(first.start + first.length, second.end);
  return { start, end: end - growth, length: end - start + second.length - (second.end - second.start) };
}
