/**
 * Builders for the contract: types as frozen data. Binding, checking, hover and completion are readings of it;
 * nothing here reads a text.
 */

export type Type = ObjectType | ListType | MapType | StringType | IntegerType | BooleanType | AnyType;

/** One of a closed set of values, with what it means. */
export interface Choice {
  readonly value: string;
  readonly doc: string;
}

/** The name of a string's syntax; its check is in `format.ts`. */
export type Format =
  | 'ip'
  | 'dns-label'
  | 'dns-subdomain'
  | 'qualified-name'
  | 'label-value'
  | 'timestamp'
  | 'generate-name'
  | 'api-version'
  | 'field-path';

export interface StringType {
  readonly kind: 'string';
  /** Closed: the server refuses every other value. */
  readonly choices?: readonly Choice[];
  /** Open: worth offering, not the only ones. */
  readonly suggestions?: readonly Choice[];
  readonly format?: Format;
}

export interface IntegerType {
  readonly kind: 'integer';
  readonly bits: 32 | 64;
}

export interface BooleanType {
  readonly kind: 'boolean';
}

/** Any JSON value; never descended. */
export interface AnyType {
  readonly kind: 'any';
  /** What may stand there, for a reader: `resource`, `duration`. */
  readonly words?: string;
}

export interface ListType {
  readonly kind: 'list';
  readonly item: Type;
  /** How server-side apply merges the list. */
  readonly listType: 'atomic' | 'set' | 'map';
  /** The keys of an item in a list of type map. */
  readonly keys: readonly string[];
}

export interface MapType {
  readonly kind: 'map';
  readonly value: Type;
}

export interface ObjectType<F extends Fields = Fields> {
  readonly kind: 'object';
  readonly name: string;
  readonly doc: string;
  readonly fields: F;
  /** Atomic: server-side apply owns the object as a whole. */
  readonly structType: 'granular' | 'atomic';
  /** The first Kubernetes minor version in which it is atomic; undefined where it always was. */
  readonly atomicSince?: number;
  /** True where only the fields that matter here are listed, so that others are not unknown. */
  readonly isOpen: boolean;
  /** The name of the type that this one is the patch twin of; its own name for every other type. */
  readonly base: string;
  /** What people write first: the fields that a new object is opened with. */
  readonly shape: readonly string[];
  /** What the server refuses to do without; a patch's twin asks for the same wherever a list is replaced whole. */
  readonly required: readonly string[];
}

export type Fields = { readonly [name: string]: Field };

export interface Field<T extends Type = Type> {
  readonly type: T;
  readonly doc: string;
  /** The server refuses an object without it. */
  readonly required: boolean;
  /** Filled by the server; what a client writes is discarded. */
  readonly readOnly: boolean;
  /** Known only as a result, never as an input. */
  readonly output: boolean;
  /** Why it is deprecated, as a sentence. */
  readonly deprecated?: string;
  /** What leaving it out means; the server stores that, but where it tells an empty value from none. */
  readonly default?: string;
  /** How the server stores an empty value: as it is, so that it differs from none; or also where there is none. Dropped otherwise. */
  readonly whenEmpty?: 'kept' | 'written';
  /** The first Kubernetes minor version that knows the field. */
  readonly since?: number;
  /** The first Kubernetes minor version that no longer knows it. */
  readonly until?: number;
}

type FieldOptions = Partial<Omit<Field, 'type' | 'doc'>>;

export function field<T extends Type>(type: T, doc: string, options: FieldOptions = {}): Field<T> {
  return Object.freeze({ required: false, readOnly: false, output: false, ...options, type, doc });
}

export function string(options: Omit<StringType, 'kind'> = {}): StringType {
  return Object.freeze({ kind: 'string', ...options });
}

export function integer(bits: 32 | 64): IntegerType {
  return Object.freeze({ kind: 'integer', bits });
}

export const boolean: BooleanType = Object.freeze({ kind: 'boolean' });

export const any: AnyType = Object.freeze({ kind: 'any' });

/** Any JSON value to the checks, and something with a name to a reader. */
export function anyCalled(words: string): AnyType {
  return Object.freeze({ kind: 'any', words });
}

export function atomicList(item: Type): ListType {
  return Object.freeze({ kind: 'list', item, listType: 'atomic', keys: [] });
}

export function setOf(item: Type): ListType {
  return Object.freeze({ kind: 'list', item, listType: 'set', keys: [] });
}

export function listByKey(item: Type, ...keys: string[]): ListType {
  return Object.freeze({ kind: 'list', item, listType: 'map', keys });
}

export function mapOf(value: Type): MapType {
  return Object.freeze({ kind: 'map', value });
}

/** True where server-side apply owns objects of the type as a whole. */
export function isAtomic({ structType, atomicSince = 0 }: ObjectType, minor: number): boolean {
  return structType === 'atomic' && minor >= atomicSince;
}

export function object<F extends Fields>(
  name: string,
  doc: string,
  fields: F,
  options: Partial<Pick<ObjectType, 'structType' | 'atomicSince' | 'isOpen' | 'shape'>> = {},
): ObjectType<F> {
  const required = Object.keys(fields).filter((key) => fields[key]?.required);
  return Object.freeze({
    kind: 'object',
    structType: 'granular',
    isOpen: false,
    shape: required,
    ...options,
    name,
    doc,
    fields,
    base: name,
    required,
  });
}
