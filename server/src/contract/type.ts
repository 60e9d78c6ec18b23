/** Type definitions and builders of the contract: types as frozen data. Nothing here parses text. */

export type Type =
  ObjectType | ListType | MapType | StringType | IntegerType | IntegerOrStringType | BooleanType | AnyType;

export interface Choice {
  readonly value: string;
  readonly doc: string;
  /** The first Kubernetes minor version that accepts the value by default. */
  readonly since?: number;
}

/** The name of a string syntax; the check is in `format.ts`. */
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
  /** A closed set: the API server rejects every other value. */
  readonly choices?: readonly Choice[];
  /** An open set: values to offer, others are allowed. */
  readonly suggestions?: readonly Choice[];
  readonly format?: Format;
}

export interface IntegerType {
  readonly kind: 'integer';
  readonly bits: 32 | 64;
}

/** A 32-bit number or a string, such as the target port of a Service: `IntOrString`. */
export interface IntegerOrStringType {
  readonly kind: 'integer or string';
}

export interface BooleanType {
  readonly kind: 'boolean';
}

/** Any JSON value; its members are not checked. */
export interface AnyType {
  readonly kind: 'any';
  /** The expected value in words: `resource`, `duration`. */
  readonly words?: string;
}

export interface ListType {
  readonly kind: 'list';
  readonly item: Type;
  /** How server-side apply merges the list. */
  readonly listType: 'atomic' | 'set' | 'map';
  /** The keys that identify an item of a list of type map. */
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
  /** Atomic: in server-side apply, one field manager owns the object as a whole. */
  readonly structType: 'granular' | 'atomic';
  /** The first Kubernetes minor version in which the type is atomic; undefined where it always was. */
  readonly atomicSince?: number;
  /** True where only some fields are listed, so that other fields are not reported as unknown. */
  readonly isOpen: boolean;
  /** For a patch type, the name of the type that it patches; for any other type, its own name. */
  readonly base: string;
  /** The fields that a new object starts with. */
  readonly shape: readonly string[];
  /** The fields that the API server requires. A patch type requires the same fields in a list that is replaced as a whole. */
  readonly required: readonly string[];
}

export type Fields = { readonly [name: string]: Field };

export interface Field<T extends Type = Type> {
  readonly type: T;
  readonly doc: string;
  /** The API server rejects an object without it. */
  readonly required: boolean;
  /** Set by the API server, which discards the value of a client. */
  readonly readOnly: boolean;
  /** Only an output, never an input. */
  readonly output: boolean;
  /** Why it is deprecated, as a sentence. */
  readonly deprecated?: string;
  /** The meaning of an absent value. The API server stores it, except where it distinguishes an empty value from an absent one. */
  readonly default?: string;
  /** How the API server stores an empty value: `kept` as it is; `written` even if the field is absent; dropped by default. */
  readonly whenEmpty?: 'kept' | 'written';
  /** True where null in a later copy of the field removes its value: Go has a pointer, a list or a map there. */
  readonly isNullable: boolean;
  /** The first Kubernetes minor version with the field. */
  readonly since?: number;
  /** The first Kubernetes minor version that stores the field by default; older ones read it and drop it. */
  readonly storedSince?: number;
  /** The first Kubernetes minor version without the field. */
  readonly until?: number;
}

type FieldOptions = Partial<Omit<Field, 'type' | 'doc'>>;

export function field<T extends Type>(type: T, doc: string, options: FieldOptions = {}): Field<T> {
  const isNullable = canBeNil(type, options);
  return Object.freeze({ required: false, readOnly: false, output: false, isNullable, ...options, type, doc });
}

/** Only a pointer can store the empty value of an optional scalar. A null timestamp is the zero time. */
function canBeNil(type: Type, { required, whenEmpty }: FieldOptions): boolean {
  if (type.kind === 'list' || type.kind === 'map' || type.kind === 'any') return true;
  if (type.kind === 'string' && type.format === 'timestamp') return true;
  return !required && (whenEmpty === 'kept' || (whenEmpty === 'written' && type.kind !== 'object'));
}

export function string(options: Omit<StringType, 'kind'> = {}): StringType {
  return Object.freeze({ kind: 'string', ...options });
}

export function integer(bits: 32 | 64): IntegerType {
  return Object.freeze({ kind: 'integer', bits });
}

export const integerOrString: IntegerOrStringType = Object.freeze({ kind: 'integer or string' });

export const boolean: BooleanType = Object.freeze({ kind: 'boolean' });

export const any: AnyType = Object.freeze({ kind: 'any' });

/** Any JSON value for the checks, with words for a reader. */
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

/** True where one field manager owns objects of the type as a whole. */
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
