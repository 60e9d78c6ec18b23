/** What renaming something means: changes of trees, document by document, or a reason why not. */
import type { Span } from '../../text/span.ts';
import { shift } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { TreeEdit } from '../../tree/tree-edit.ts';
import type { Value } from '../../tree/value.ts';
import type { View } from '../view.ts';

/** Why something is not renamed, as a sentence for the user. */
export interface RenameRefusal {
  readonly refusal: string;
}

/** Something that can be renamed. */
export interface RenameTarget {
  /** The name at the place that was asked for, in the file and without its quotes. */
  readonly span: Span;
  readonly name: string;
  rewrite(newName: string): readonly DocumentRewrite[] | RenameRefusal;
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

export function isRefusal(value: object): value is RenameRefusal {
  return 'refusal' in value;
}

export function refuse(refusal: string): RenameRefusal {
  return { refusal };
}

/** Where the name that is the value stands in the file: without its quotes, or below the sign of its block. */
export function innerSpan(value: Value, name: string, start: number): Span {
  const at = value.kind === 'scalar' ? value.text.indexOf(name) : -1;
  if (at < 0 || name === '') return shift(value.span, start);
  return shift({ start: value.span.start + at, end: value.span.start + at + name.length }, start);
}
