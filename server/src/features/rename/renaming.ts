/** The types of a renaming: the rewrites of each document, or the reason why a name cannot change. */
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { TextEdit } from '../../text/edit.ts';
import { shift, type Span } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { TreeEdit } from '../../tree/tree-edit.ts';
import type { Value } from '../../tree/value.ts';
import type { View } from '../view.ts';

/** A sentence for the user. */
export interface RenameRefusal {
  readonly refusal: string;
}

export interface RenameTarget {
  /** The name at the cursor without its quotes, in UTF-16 units of the file. */
  readonly span: Span;
  readonly name: string;
  rewrite(newName: string): readonly DocumentRewrite[] | RenameRefusal;
  /** The objects of files with the old name, for other texts that name them; undefined for names of one document. */
  renamed?(newName: string): RenamedObjects | RenameRefusal;
}

export interface RenamedObjects {
  readonly what: 'service' | 'port';
  readonly before: string;
  readonly after: string;
  /** The new text of each object that has the name. */
  readonly texts: ReadonlyMap<IndexedObject, string>;
}

export interface DocumentRewrite {
  readonly view: View;
  readonly document: Document;
  readonly start: number;
  readonly rewrites: readonly Rewrite[];
}

export interface Rewrite {
  readonly edit: TreeEdit;
  readonly span: Span;
  readonly label: string;
  readonly warning?: string;
}

/** An edit of a file, with its label and warning for the preview of the client. */
export interface RenameEdit extends Pick<Rewrite, 'label' | 'warning'> {
  readonly view: View;
  readonly edit: TextEdit;
}

/** On a change of the name by which Pulumi knows a resource. */
export const replaceWarning = 'Pulumi replaces the resource, unless its option "aliases" has the old name.';

export function isRefusal(value: object): value is RenameRefusal {
  return 'refusal' in value;
}

export function refuse(refusal: string): RenameRefusal {
  return { refusal };
}

/** The span of the name in the file, without its quotes or the header of a block scalar. In a program, where it is written. */
export function innerSpan(value: Value, name: string, start: number): Span {
  const at = value.kind === 'scalar' ? value.text.indexOf(name) : -1;
  const span = (value.kind === 'scalar' && value.origin) || value.span;
  if (at < 0 || name === '') return shift(span, start);
  return shift({ start: span.start + at, end: span.start + at + name.length }, start);
}
