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
