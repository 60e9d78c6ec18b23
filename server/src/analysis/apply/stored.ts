/** The object as the API server reads and stores it: unknown and empty fields dropped, defaults written. */
import type { Field, ListType, ObjectType, Type } from '../../contract/type.ts';
import { attachment, memo } from '../../text/memo.ts';
import { knownField } from '../../contract/known-field.ts';
import { isList, isObject, isUnknown, type Json, type JsonObject } from './json-value.ts';
import { isEmptyJson, rootType } from './shape.ts';

/** The object as the API server stores it; the same object where nothing changes. */
export function stored(object: JsonObject, minor: number): JsonObject {
  return keptObject(object, rootType(object), { minor, state: 'stored' });
}

/** The object as a request sent it: an empty list differs from an absent one, and no field is dropped yet. */
export function decoded(object: JsonObject, minor: number): JsonObject {
  return keptObject(object, rootType(object), { minor, state: 'decoded' });
}

/** The object as an API server printed it: it may keep fields of an earlier API version that no request can set. */
export function printed(object: JsonObject, minor: number): JsonObject {
  return keptObject(object, rootType(object), { minor, state: 'printed' });
}

interface Reading {
  readonly minor: number;
  readonly state: 'decoded' | 'printed' | 'stored';
  /** True in the items of a list that is compared as a whole: there, an empty list or map differs from an absent one. */
  readonly isInItem?: boolean;
}

function keptObject(object: JsonObject, type: ObjectType, reading: Reading): JsonObject {
  const { minor } = reading;
  const kept: Record<string, Json> = {};
  let isSame = true;
  for (const [name, value] of Object.entries(object)) {
    const field = knownField(type, name, minor);
    const own = field && keptValue(value, field, reading);
    if (own !== undefined) kept[name] = own;
    isSame &&= own === value;
  }
  for (const [name, value] of defaultsOf(type)) {
    if (Object.hasOwn(kept, name) || !knownField(type, name, minor)) continue;
    kept[name] = value;
    isSame = false;
  }
  return isSame ? object : kept;
}

/** The defaults of absent fields, by name. */
const defaultsOf = memo(({ fields }: ObjectType) =>
  Object.entries(fields).flatMap(([name, field]): readonly (readonly [string, Json])[] => {
    const value = unwritten(field);
    return value === undefined ? [] : [[name, value]];
  }),
);

/** The value that the API server gives an absent field; undefined where it stays absent. */
function unwritten(field: Field): Json | undefined {
  if (field.default !== undefined && field.whenEmpty !== 'kept') return field.default;
  return field.whenEmpty === 'written' ? emptyOf(field.type) : undefined;
}

/** Undefined for a value that the API server drops, as if it were absent. */
function keptValue(value: Json, field: Field, reading: Reading): Json | undefined {
  const { minor, state } = reading;
  if (state === 'stored' && minor < (field.storedSince ?? 0)) return undefined;
  const kept = valueOf(value, field.type, reading);
  if (field.whenEmpty === 'written' && state !== 'decoded' && isList(kept) && kept.length === 0) return null;
  const isOwnValue =
    field.whenEmpty !== undefined || (reading.isInItem && state === 'decoded' && typeof kept === 'object');
  if (isOwnValue) return kept ?? undefined;
  return kept === '' || kept === 0 || kept === false || isEmptyJson(kept) ? undefined : kept;
}

function valueOf(value: Json, type: Type, reading: Reading): Json {
  if (isUnknown(value)) return value;
  if (isList(value) && type.kind === 'list') return listOf(value, type, reading);
  if (!isObject(value)) return value;
  if (type.kind === 'object') return keptObject(value, type, reading);
  if (type.kind !== 'map' || !Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, each ?? zeroOf(type.value)]));
}

interface Kept extends Reading {
  readonly type: ListType;
  readonly list: readonly Json[];
}

/** Results by list: a long list passes unchanged through many applies. */
const keptOf = attachment((_list: readonly Json[]): Kept[] => []);

function listOf(list: readonly Json[], type: ListType, reading: Reading): readonly Json[] {
  const { minor, state } = reading;
  const inside = type.listType === 'atomic' ? { ...reading, isInItem: true } : reading;
  const known = keptOf(list).find((each) => each.type === type && each.minor === minor && each.state === state);
  if (known) return known.list;
  const items = list.map((item) => valueOf(item ?? zeroOf(type.item), type.item, inside));
  const kept = { type, minor, state, list: items.every((item, i) => item === list[i]) ? list : items };
  for (const each of new Set([list, kept.list])) keptOf(each).push(kept);
  return kept.list;
}

/** An empty list is stored as nothing, which the API server prints as null. */
function emptyOf(type: Type): Json {
  return type.kind === 'list' ? null : zeroOf(type);
}

function zeroOf(type: Type): Json {
  switch (type.kind) {
    case 'string':
      return '';
    case 'integer':
      return 0;
    case 'boolean':
      return false;
    case 'list':
      return [];
    default:
      return {};
  }
}
