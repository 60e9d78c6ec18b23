/** Edits of a tree, which a front end spells in its language. They name parts of the tree by identity. */
import type { Span } from '../text/span.ts';
import type { Entry, Mapping, Sequence, CollectionStyle, Value } from './value.ts';

/** What can be written as a value. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

/** A collection put together anew: of parts that keep their own text, and of new ones. */
export type Draft = ListDraft | MappingDraft;

/** A part of a draft. A part is kept once, with the comments above and beside it; a copy of it has none. */
export type DraftPart =
  | { readonly kind: 'plain'; readonly value: Plain }
  /** `${name}` in a program: to its reader it is no text. */
  | { readonly kind: 'expression'; readonly name: string }
  | { readonly kind: 'keep'; readonly value: Value }
  | { readonly kind: 'copy'; readonly value: Value }
  | Draft;

export interface ListDraft {
  readonly kind: 'list';
  /** The list whose place and layout it takes; undefined for one that was not there. */
  readonly base: Sequence | undefined;
  readonly items: readonly DraftPart[];
}

export interface MappingDraft {
  readonly kind: 'mapping';
  readonly base: Mapping | undefined;
  readonly entries: readonly DraftEntry[];
}

export interface DraftEntry {
  readonly name: string;
  /** The entry of `base` that it continues; undefined for a new one. */
  readonly entry: Entry | undefined;
  readonly value: DraftPart;
}

export type TreeEdit =
  | { readonly kind: 'replace'; readonly value: Value; readonly by: Plain }
  | { readonly kind: 'rename'; readonly entry: Entry; readonly to: string }
  | { readonly kind: 'remove-entry'; readonly mapping: Mapping; readonly entry: Entry }
  | { readonly kind: 'remove-item'; readonly sequence: Sequence; readonly item: Value }
  /** The entry becomes the first of the mapping. */
  | { readonly kind: 'insert'; readonly mapping: Mapping; readonly name: string; readonly value: Plain }
  /** The collection becomes the draft, which has it as its base. No comment is lost, and no line changes in vain. */
  | { readonly kind: 'compose'; readonly by: Draft }
  /** The collection, and all within it, in the other style. */
  | { readonly kind: 'restyle'; readonly value: Mapping | Sequence; readonly style: CollectionStyle }
  /** Text that is in no value: a comment. */
  | { readonly kind: 'replace-text'; readonly span: Span; readonly by: string };

/** Safe: the same meaning, or the only one that can have been meant. Suggested: likely, for a person to decide. */
export interface Fix {
  readonly title: string;
  readonly safety: 'safe' | 'suggested';
  readonly edits: readonly TreeEdit[];
}
