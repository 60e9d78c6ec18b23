/** Which values a type takes. */
import type { Type } from '../../contract/type.ts';
import { emptyMapping, type Entry, type Mapping, type Scalar, type Sequence, type Value } from '../../tree/value.ts';

/** A null item of a list is an empty object, and so is null metadata. Any other null object is absent. */
export function readNull(value: Value, type: Type, entry: Entry | undefined): Value {
  if (value.kind !== 'scalar' || value.value !== null || type.kind !== 'object') return value;
  return !entry || entry.name === 'metadata' ? emptyMapping(value.span, value.isAlias) : value;
}

export function fits(value: Mapping | Sequence | Scalar, type: Type): boolean {
  if (type.kind === 'any') return true;
  if (value.kind === 'mapping') return type.kind === 'object' || type.kind === 'map';
  if (value.kind === 'sequence') return type.kind === 'list';
  if (value.value === null) return true;
  if (type.kind === 'integer') return typeof value.value === 'bigint';
  if (type.kind === 'integer or string') return typeof value.value === 'bigint' || typeof value.value === 'string';
  return typeof value.value === type.kind;
}

export function takesStrings({ kind }: Type): boolean {
  return kind === 'string' || kind === 'integer or string' || kind === 'any';
}
