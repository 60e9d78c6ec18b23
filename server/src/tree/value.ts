/** The syntax tree for all languages: plain, immutable data without parents or methods. */
import { memo } from '../text/memo.ts';
import type { Span } from '../text/span.ts';
import type { Path } from './path.ts';

export type Value = Mapping | Sequence | Scalar | Opaque;

/** The style in which a value is written, for edits next to it. */
export type CollectionStyle = 'block' | 'flow';

/** What a program adds to a value. */
interface Written {
  /** The literal, where it is written elsewhere than it is used. */
  readonly origin?: Span;
  /** The path of the file with the literal, where it is another file of a Terraform module. */
  readonly originFile?: string;
  /** True where one text stands for several values, as in the body of a map. */
  readonly isShared?: boolean;
  /** True where other code may change the collection, so that it is open for rules, though all of it is known here. */
  readonly isExposed?: boolean;
  /** True where an unknown spread behind the value may replace it. */
  readonly mayBeReplaced?: boolean;
}

export interface Mapping extends Omit<Written, 'origin'> {
  readonly kind: 'mapping';
  readonly span: Span;
  readonly entries: readonly Entry[];
  readonly style: CollectionStyle;
  /** True if a template may add or drop entries, so that nothing is certainly missing or repeated. */
  readonly isOpen: boolean;
  /** True for an open mapping to which a template adds no entry: it only drops or chooses among these. */
  readonly hasAllEntries?: boolean;
  /** True if the text is elsewhere (a YAML alias, or an earlier copy of a JSON list): it cannot be edited in place. */
  readonly isAlias: boolean;
  /** Names that a program leaves out by `undefined` or `None`: where the mapping is spread, they leave out earlier entries. */
  readonly absent?: readonly string[];
  /** In Terraform, the word before the brace of a block; for a dynamic block, its label. */
  readonly blockKey?: Span;
}

export interface Sequence extends Omit<Written, 'origin'> {
  readonly kind: 'sequence';
  readonly span: Span;
  readonly items: readonly Value[];
  readonly style: CollectionStyle;
  readonly isOpen: boolean;
  /** True for an open list to which a template adds no item: it only drops some of these. */
  readonly hasAllItems?: boolean;
  readonly isAlias: boolean;
  /** True for a set of Terraform: the items are sorted, and each is there once. */
  readonly isSet?: true;
  /** True for blocks of Terraform, each of which has a key of its own. */
  readonly isOfBlocks?: true;
}

/** Integers are bigint, to keep int64 precise; others are numbers: `80.5`, and in JSON (not YAML) `80.0`. */
export interface Scalar extends Omit<Written, 'isExposed'> {
  readonly kind: 'scalar';
  readonly span: Span;
  readonly value: string | bigint | number | boolean | null;
  /** The written text: with its quotes, or the header of a block scalar. */
  readonly text: string;
  readonly isAlias: boolean;
  /** True where a program puts several texts together, so that there is no single literal. */
  readonly isComputed?: boolean;
  /** True in Terraform where the literal is written in another type than is sent. */
  readonly isConverted?: boolean;
}

/** A value that cannot be known statically: an interpolation, a function call, a template, a placeholder, an unresolved alias. */
export interface Opaque extends Omit<Written, 'isExposed'> {
  readonly kind: 'opaque';
  readonly span: Span;
  readonly why: string;
  /**
   * In a program, the output that is read, as Pulumi YAML writes it: `${db.metadata.name}`. In Terraform, equal for values
   * that are equal whatever the variables are.
   */
  readonly expression?: string;
  /** In a program, a value that is known here, but may be replaced or changed later. Rules must not see it. */
  readonly known?: Value;
  /** In Terraform, what the value is if every variable has its default. */
  readonly hint?: Scalar;
  /** What a Go template renders here, as far as it is certain. */
  readonly rendered?: Rendered;
}

export interface Rendered {
  /** True for a string, whatever the values are: because of quotes, or of the function `quote`. */
  readonly isString: boolean;
  /** The chart's value, if nothing else is rendered here. */
  readonly use?: ChartValueUse;
}

/** The use of one value of a chart, such as `{{ .Values.db.port }}`. */
export interface ChartValueUse {
  readonly path: ChartPath;
  readonly isQuoted: boolean;
  /** True where only a whole number is rendered as it is. */
  readonly isNumber: boolean;
  /** True where another value is rendered for an empty one, which includes 0 and false. */
  readonly hasDefault: boolean;
  /** All of them hold where the value is rendered. */
  readonly conditions: readonly ChartCondition[];
}

/** The names below `.Values`; `*` for each item of a `range`. */
export type ChartPath = readonly string[];

/** True for a value that is neither empty nor false; if `equals` is given, for a value with that text. */
export interface ChartCondition {
  readonly path: ChartPath;
  readonly equals?: string;
  readonly isNegated: boolean;
}

/** Which name in the path of a JSON patch an entry stands for. */
export interface PathPlace {
  readonly path: Scalar & { readonly value: string };
  readonly index: number;
  /** False where the operation only reads or removes what is there. */
  readonly isWritten: boolean;
}

export interface Entry {
  /** The name as the API server reads it. */
  readonly name: string;
  /** The written text: `"ip"` with its quotes, `yes` if the name is `true`. */
  readonly keyText: string;
  readonly key: Span;
  readonly value: Value;
  /** True if the entry is written elsewhere: from a YAML merge key, or in an earlier copy of a repeated JSON object. */
  readonly isMerged: boolean;
  /** True if the key itself cannot be known statically. */
  readonly isOpaqueKey: boolean;
  /** In a program, true for a field of a type, an argument or a builder's method, and absent for the key of a map. */
  readonly isField?: boolean;
  /** In a program, where the key is written, if the entry is used elsewhere. */
  readonly keyOrigin?: Span;
  /** For a name in the path of a JSON patch. */
  readonly inPath?: PathPlace;
}

/** From the start of the key to the end of the value. */
export function entrySpan(entry: Entry): Span {
  return { start: entry.key.start, end: Math.max(entry.key.end, entry.value.span.end) };
}

export function partSpan(part: Entry | Value): Span {
  return 'key' in part ? entrySpan(part) : part.span;
}

/** The entry of that name. Of several, the last one wins, as in the decoder of the API server. */
export function entryOf(mapping: Mapping, name: string): Entry | undefined {
  const { entries } = mapping;
  if (entries.length > 50) return entriesByName(mapping).get(name);
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i];
    if (entry && entry.name === name && !entry.isOpaqueKey) return entry;
  }
  return undefined;
}

/** For the `data` of a ConfigMap or the values of a chart, in which each of thousands of entries may be looked for. */
const entriesByName = memo(
  ({ entries }: Mapping) =>
    new Map(entries.filter(({ isOpaqueKey }) => !isOpaqueKey).map((entry) => [entry.name, entry])),
);

export function valueOf(mapping: Mapping, name: string): Value | undefined {
  return entryOf(mapping, name)?.value;
}

/** The text of a string scalar; undefined for any other value. */
export function stringOf(value: Value | undefined): string | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** True if the value is null, in any spelling, or empty. */
export function isNull(value: Value | undefined): boolean {
  return value?.kind === 'scalar' && value.value === null;
}

/** True for a mapping or a sequence. */
export function isCollection(value: Value | undefined): value is Mapping | Sequence {
  return value?.kind === 'mapping' || value?.kind === 'sequence';
}

/** True if a template may select from the children or add some. */
export function isOpen(value: Value): boolean {
  return isCollection(value) && value.isOpen;
}

/** The values of a mapping's entries, or the items of a sequence; empty for other values. */
export function childrenOf(value: Value): readonly Value[] {
  if (value.kind === 'mapping') return value.entries.map((entry) => entry.value);
  return value.kind === 'sequence' ? value.items : [];
}

/** The value at a path of names, such as `spec.workload`; undefined where a part of it is missing. */
export function nestedValue(value: Value | undefined, names: readonly string[]): Value | undefined {
  return names.reduce((at, name) => (at?.kind === 'mapping' ? valueOf(at, name) : undefined), value);
}

/** The value at a path of names and indexes; undefined where a part of the path is missing, or of another kind. */
export function valueAtPath(value: Value | undefined, path: Path): Value | undefined {
  return path.reduce<Value | undefined>((at, step) => {
    if (typeof step === 'number') return at?.kind === 'sequence' ? at.items[step] : undefined;
    return at?.kind === 'mapping' ? valueOf(at, step) : undefined;
  }, value);
}

/** The scalar for a missing value: null, with an empty span. */
export function emptyScalar(offset: number): Scalar {
  return { kind: 'scalar', span: { start: offset, end: offset }, value: null, text: '', isAlias: false };
}

/** A mapping without entries, for values that the API server reads as an empty object. */
export function emptyMapping(span: Span, isAlias: boolean): Mapping {
  return { kind: 'mapping', span, entries: [], style: 'flow', isOpen: false, isAlias };
}
