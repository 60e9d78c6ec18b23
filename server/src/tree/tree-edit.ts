/** Edits of a tree, which a front end spells in its language. They name parts of the tree by identity. */
import type { Span } from '../text/span.ts';
import type { Entry, Mapping, Sequence, Value } from './value.ts';

/** What can be written as a value. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

export type TreeEdit =
  | { readonly kind: 'replace'; readonly value: Value; readonly by: Plain }
  | { readonly kind: 'rename'; readonly entry: Entry; readonly to: string }
  | { readonly kind: 'remove-entry'; readonly mapping: Mapping; readonly entry: Entry }
  | { readonly kind: 'remove-item'; readonly sequence: Sequence; readonly item: Value }
  /** The entry becomes the first of the mapping. */
  | { readonly kind: 'insert'; readonly mapping: Mapping; readonly name: string; readonly value: Plain }
  /** Text that is in no value: a comment. */
  | { readonly kind: 'replace-text'; readonly span: Span; readonly by: string };

/** Safe: the same meaning, or the only one that can have been meant. Suggested: likely, for a person to decide. */
export interface Fix {
  readonly title: string;
  readonly safety: 'safe' | 'suggested';
  readonly edits: readonly TreeEdit[];
}
