/**
 * Describes what can be written at an offset, in any language. Derived from the text alone, so it also works in
 * incomplete texts. Completion looks up in the contract what the path allows.
 */
import type { TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import type { CodeLanguage, Form } from './document.ts';
import type { Path } from './path.ts';

/** The part of a document that contains the slot. Paths of the slot start there. */
export type Subject =
  | { readonly area: 'resource'; readonly form: Form; readonly type: string }
  /** The block around a resource in a program: `type`, `properties`, `options`. */
  | { readonly area: 'block'; readonly name: string }
  /** The resources of a program, by their names. */
  | { readonly area: 'resources' }
  /** The text of a kustomization. */
  | { readonly area: 'kustomization' }
  /** The text of a settings file. */
  | { readonly area: 'settings' }
  /** A JSON patch: a list of operations. */
  | { readonly area: 'json-patch' }
  /** The properties of a constructor call in a programming language. */
  | { readonly area: 'code'; readonly type: string; readonly code: CodePlace }
  /** Any other place in a program, where only expressions can be written. */
  | { readonly area: 'program' }
  /** A document without a known kind whose fields all exist in Endpoints or EndpointSlice. */
  | {
      readonly area: 'document';
      readonly kind: string;
      readonly apiVersion: string;
      readonly names: ReadonlySet<string>;
      /** True for an item of a list of objects that has no fields yet. */
      readonly isItem: boolean;
    };

/** How a name or value is written at a place in a programming language. */
export interface CodePlace {
  readonly language: CodeLanguage;
  /** The literal to replace, with its quotes; where one is not closed, as if it were. Undefined outside of a text. */
  readonly literal: string | undefined;
  /** The quotes of a new text. */
  readonly quote: '"' | "'";
  /** The package in whose wrapper Go has a value, as in `pulumi.String(…)`; empty where the value is plain. */
  readonly wrapper: string;
  /** What brackets hold a name: fields of an object, keys of a map, keys and values in turns, or a single key. Also the start of a statement. */
  readonly holds: 'fields' | 'keyword fields' | 'map' | 'pairs' | 'name' | 'statement';
  /** True where fields are named as in Python: `node_name`. */
  readonly isSnake: boolean;
}

export interface Slot {
  readonly subject: Subject;
  /** `node`: the start of a value, which may become a scalar or a first key. `item`: with its dash. */
  readonly kind: 'key' | 'value' | 'node' | 'item';
  /** Of the mapping for a key, of the list for an item, otherwise of the value itself. */
  readonly path: Path;
  /** The other entries of the mapping, with their scalars as written; empty outside of a mapping. */
  readonly names: ReadonlyMap<string, string>;
  /** The style at this place: YAML block, YAML flow, JSON, or an object of Terraform. */
  readonly style: 'block' | 'flow' | 'json' | 'hcl';
  /** The word to replace, with its quotes: a span in the file, on one line. */
  readonly typed: Span;
  /** The whole word, without its quotes. */
  readonly word: string;
  /** The word up to the cursor, without its quote. */
  readonly prefix: string;
  /** What is before the word in its quotes: a quote, in a program also the letters of its prefix. */
  readonly quote: string;
  /** Text to insert directly before and after the replacement. */
  readonly lead: string;
  readonly tail: string;
  /** Additional edits in the file, on this line or above: another indentation, a missing comma. */
  readonly edits: readonly TextEdit[];
  /** True if this slot needs another indentation of the line, so it is only a guess. */
  readonly isShifted: boolean;
  /** For a key: its colon, or lines that already belong to it. For a value: its own lines. */
  readonly follows: 'nothing' | 'colon' | 'lines';
  /** How the existing value of a key starts: whether it is a list, and its first name. */
  readonly adopted: { readonly isList: boolean; readonly name: string } | undefined;
  /** The spaces at the start of the line at present. */
  readonly indent: number;
  /** The column of the key, or of the key that the value belongs to. Lines below are indented from there. */
  readonly column: number;
  readonly layout: Layout;
}

export interface Layout {
  /** Spaces for each level. */
  readonly step: number;
  readonly isCompact: boolean;
  readonly newline: '\n' | '\r\n';
}
