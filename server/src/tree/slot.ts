/**
 * What could be written at an offset, whatever language the text is in. A front end finds it from the text alone, so it
 * is there for half-typed texts too; completion asks the contract what the path allows.
 */
import type { TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import type { Form } from './document.ts';
import type { Path } from './path.ts';

/** What the place belongs to. Paths of a slot start there. */
export type Subject =
  | { readonly area: 'resource'; readonly form: Form; readonly type: string }
  /** The block around a resource in a program: `type`, `properties`, `options`. */
  | { readonly area: 'block'; readonly name: string }
  /** The resources of a program, by their names. */
  | { readonly area: 'resources' }
  /** Somewhere else in a program, where only expressions can be written. */
  | { readonly area: 'program' }
  /** A document that does not say what it is, and holds nothing that our kinds do not have. */
  | {
      readonly area: 'document';
      readonly kind: string;
      readonly apiVersion: string;
      /** What it has at the top. */
      readonly names: ReadonlySet<string>;
      /** True for an item of a list of objects, which has no fields of its own yet. */
      readonly isItem: boolean;
    };

export interface Slot {
  readonly subject: Subject;
  /**
   * `key`: the name of an entry. `value`: what follows a colon on its line. `node`: the first thing of a value, which may
   * become a scalar or a first key. `item`: another item of a list, dash included.
   */
  readonly kind: 'key' | 'value' | 'node' | 'item';
  /** Of the mapping for a key, of the list for an item, otherwise of the value itself. */
  readonly path: Path;
  /** What else the mapping has, with its scalars as they are written; empty where the slot is in none. */
  readonly names: ReadonlyMap<string, string>;
  /** How it is written there: lines and indentation, brackets of YAML, or JSON. */
  readonly style: 'block' | 'flow' | 'json';
  /** What to replace: the word that is there, with its quotes. In the file; on one line. */
  readonly typed: Span;
  /** The whole word, without its quotes. */
  readonly word: string;
  /** The word up to the cursor, without its quote. */
  readonly prefix: string;
  readonly quote: '' | '"' | "'";
  /** To be written right before and after what replaces the word. */
  readonly lead: string;
  readonly tail: string;
  /** Elsewhere on the line or above it: another indentation, a missing comma. In the file. */
  readonly edits: readonly TextEdit[];
  /** True where the line must be indented otherwise for this slot: it is a guess at what was meant. */
  readonly isShifted: boolean;
  /** What follows a key: its colon, or lines that belong to it already. For a value: lines that are its own. */
  readonly follows: 'nothing' | 'colon' | 'lines';
  /** What the value of a key that is there already starts with: a list or not, and its first name. */
  readonly adopted: { readonly isList: boolean; readonly name: string } | undefined;
  /** Blanks at the start of the line as it is now. */
  readonly indent: number;
  /** The column of the key, or of the key that the value belongs to. Lines below are indented from there. */
  readonly column: number;
  readonly layout: Layout;
}

/** How the text around is laid out. */
export interface Layout {
  /** Spaces for a level. */
  readonly step: number;
  /** True where dashes stand in the column of their key. */
  readonly isCompact: boolean;
  readonly newline: '\n' | '\r\n';
}
