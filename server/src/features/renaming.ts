/** What renaming something means: changes of trees, document by document, or a reason why not. */
import type { Span } from '../text/span.ts';
import { shift } from '../text/span.ts';
import type { Document } from '../tree/document.ts';
import type { TreeEdit } from '../tree/tree-edit.ts';
import type { Value } from '../tree/value.ts';
import type { View } from './view.ts';

/** Why something is not renamed, as a sentence for the user. */
export interface Refusal {
  readonly refusal: string;
}

/** Something that can be renamed. */
export interface Renaming {
  /** The name at the place that was asked for, in the file and without its quotes. */
  readonly span: Span;
  readonly name: string;
  rewrite(newName: string): readonly DocumentRewrite[] | Refusal;
}

/** All that is rewritten in one document. */
export interface DocumentRewrite {
  readonly view: View;
  readonly document: Document;
  /** Where the document starts in the file. */
  readonly start: number;
  readonly rewrites: readonly Rewrite[];
}

export interface Rewrite {
  readonly edit: TreeEdit;
  /** What is replaced, in the document. */
  readonly span: Span;
  /** What it is, for those who look through the changes. */
  readonly label: string;
  /** What else comes of it. */
  readonly warning?: string;
}

export function isRefusal(value: object): value is Refusal {
  return 'refusal' in value;
}

export function refuse(refusal: string): Refusal {
  return { refusal };
}

/** Where the text of a value stands in the file, without its quotes. */
export function innerSpan({ span, ...value }: Value, start: number): Span {
  const isQuoted = value.kind === 'scalar' && /^(["']).*\1$/s.test(value.text) && value.text.length > 1;
  return shift(isQuoted ? { start: span.start + 1, end: span.end - 1 } : span, start);
}
