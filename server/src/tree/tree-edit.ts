/** Edits of a tree, which a front end converts to text edits. They identify parts of the tree by object identity. */
import type { TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import type { RefusedName } from './document.ts';
import type { Entry, Mapping, Sequence, CollectionStyle, Value } from './value.ts';

/** Plain data that can be written as a value. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

/** A new collection of existing parts, which keep their text, and new parts. */
export type Draft = ListDraft | MappingDraft;

/** A part of a draft. A part is kept at most once, with its comments; a copy has no comments. */
export type DraftPart =
  | { readonly kind: 'plain'; readonly value: Plain }
  /** `${name}` in Pulumi YAML, which Pulumi does not read as a string; in other languages a variable that holds a resource. */
  | { readonly kind: 'expression'; readonly name: string; readonly isVariable?: boolean }
  | { readonly kind: 'keep'; readonly value: Value }
  | { readonly kind: 'copy'; readonly value: Value }
  | Draft;

export interface ListDraft {
  readonly kind: 'list';
  /** The list whose place and layout it takes; undefined for a new one. */
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
  /** The entry of `base` that it replaces; undefined for a new one. */
  readonly entry: Entry | undefined;
  readonly value: DraftPart;
}

export type TreeEdit =
  /** With `edits` of the value's text only these change; without them the value is written anew. */
  | { readonly kind: 'replace'; readonly value: Value; readonly by: Plain; readonly edits?: readonly TextEdit[] }
  | { readonly kind: 'rename'; readonly entry: Entry; readonly to: string }
  | { readonly kind: 'remove-entry'; readonly mapping: Mapping; readonly entry: Entry }
  | { readonly kind: 'remove-item'; readonly sequence: Sequence; readonly item: Value }
  /** The entry becomes the first of the mapping. */
  | { readonly kind: 'insert'; readonly mapping: Mapping; readonly name: string; readonly value: Plain }
  /** The draft replaces its base. All comments are kept, and no line changes without need. */
  | { readonly kind: 'compose'; readonly by: Draft }
  /** Changes the style of the collection and everything in it. */
  | { readonly kind: 'restyle'; readonly value: Mapping | Sequence; readonly style: CollectionStyle }
  /** Replaces text outside of values, such as a comment. */
  | { readonly kind: 'replace-text'; readonly span: Span; readonly by: string }
  /** Gives a name that Terraform refuses the spelling and the form of the schema. What it names becomes a part of the object. */
  | { readonly kind: 'correct-name'; readonly refused: RefusedName }
  /** Replaces text of a kustomization or of a patch, with an effect on what is built. */
  | { readonly kind: 'rewrite'; readonly span: Span; readonly by: string };

/** Safe: keeps the meaning, or restores the only possible one. Suggested: likely, but a person must decide. */
export interface Fix {
  readonly title: string;
  readonly safety: 'safe' | 'suggested';
  readonly edits: readonly TreeEdit[];
}
