/**
 * The one tree that every language is read into: plain, immutable, without parents or methods.
 * It deliberately does not know which language wrote it, nor what any field means.
 */
import type { Span } from '../text/span.ts';

export type Value = Mapping | Sequence | Scalar | Opaque;

/** How a value is spelled, for those who write beside it. */
export type CollectionStyle = 'block' | 'flow';

export interface Mapping {
  readonly kind: 'mapping';
  readonly span: Span;
  readonly entries: readonly Entry[];
  readonly style: CollectionStyle;
  /** True where a template may add or drop entries, so that nothing is known to be missing or repeated. */
  readonly isOpen: boolean;
  /** True where the text stands elsewhere (a YAML alias): such a value cannot be edited in place. */
  readonly isAlias: boolean;
}

export interface Sequence {
  readonly kind: 'sequence';
  readonly span: Span;
  readonly items: readonly Value[];
  readonly style: CollectionStyle;
  readonly isOpen: boolean;
  readonly isAlias: boolean;
}

/**
 * Integers are bigint, so that int64 keeps its precision. A number is one that does not read as an integer:
 * `80.5` everywhere, `80.0` in JSON but not in YAML.
 */
export interface Scalar {
  readonly kind: 'scalar';
  readonly span: Span;
  readonly value: string | bigint | number | boolean | null;
  /** What was written: with its quotes, or the header of a block scalar. */
  readonly text: string;
  readonly isAlias: boolean;
}

/** There, but not known statically: an interpolation, a function call, a template, an unresolved alias. */
export interface Opaque {
  readonly kind: 'opaque';
  readonly span: Span;
  readonly why: string;
  /** Where it is written, for what an alias repeats. */
  readonly origin?: Span;
}

export interface Entry {
  /** The name as the server sees it. */
  readonly name: string;
  /** What was written: `"ip"` with its quotes, `yes` where the name is `true`. */
  readonly keyText: string;
  readonly key: Span;
  readonly value: Value;
  /** True where it stands elsewhere: a YAML merge key brought it, or the first of two JSON objects under one key. */
  readonly isMerged: boolean;
  /** True where the key itself is not known statically. */
  readonly isOpaqueKey: boolean;
}

/** From the start of the key to the end of the value. */
export function entrySpan(entry: Entry): Span {
  return { start: entry.key.start, end: Math.max(entry.key.end, entry.value.span.end) };
}

/** The entry that counts: of several with one name the last wins, as in the server's decoder. */
export function entryOf(mapping: Mapping, name: string): Entry | undefined {
  const { entries } = mapping;
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i];
    if (entry && entry.name === name && !entry.isOpaqueKey) return entry;
  }
  return undefined;
}

/** The value under a name, or undefined where there is none. */
export function valueOf(mapping: Mapping, name: string): Value | undefined {
  return entryOf(mapping, name)?.value;
}

/** The text of a string scalar; undefined for every other value and for none. */
export function stringOf(value: Value | undefined): string | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** True where the value is written as null, in any spelling, or left empty. */
export function isNull(value: Value | undefined): boolean {
  return value?.kind === 'scalar' && value.value === null;
}

/** True for what holds other values. */
export function isCollection(value: Value | undefined): value is Mapping | Sequence {
  return value?.kind === 'mapping' || value?.kind === 'sequence';
}

/** True where a template may choose between what is written, or add to it. */
export function isOpen(value: Value): boolean {
  return isCollection(value) && value.isOpen;
}

/** The values of a mapping's entries, or the items of a sequence; none for the others. */
export function childrenOf(value: Value): readonly Value[] {
  if (value.kind === 'mapping') return value.entries.map((entry) => entry.value);
  return value.kind === 'sequence' ? value.items : [];
}

/** What stands where nothing is written: null, without width. */
export function emptyScalar(offset: number): Scalar {
  return { kind: 'scalar', span: { start: offset, end: offset }, value: null, text: '', isAlias: false };
}

/** A mapping without entries, for what the server reads as an empty object. */
export function emptyMapping(span: Span, isAlias: boolean): Mapping {
  return { kind: 'mapping', span, entries: [], style: 'flow', isOpen: false, isAlias };
}
