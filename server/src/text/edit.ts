/** Replacing stretches of a text. */
import type { Span } from './span.ts';

export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** What was replaced between two states of a text: the span of the earlier one, and the length of what stands there now. */
export interface TextChange extends Span {
  readonly length: number;
}

/** The one change that comes to the same as `first`, and then `second`, which speaks of the text in between. */
export function mergeChanges(first: TextChange | undefined, second: TextChange): TextChange {
  if (!first) return second;
  const growth = first.length - (first.end - first.start);
  const start = Math.min(first.start, second.start);
  const end = Math.max(first.start + first.length, second.end);
  return { start, end: end - growth, length: end - start + second.length - (second.end - second.start) };
}
