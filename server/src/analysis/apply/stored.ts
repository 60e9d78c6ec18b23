/** The object as the API server stores it: unknown and empty fields dropped, defaults written. */
import type { Field, ListType, ObjectType, Type } from '../../contract/type.ts';
import { attachment, memo } from '../../text/memo.ts';
import { knownField } from '../../contract/known-field.ts';
import { isList, isObject, isUnknown, type Json, type JsonObject } from './json-value.ts';
import { isEmptyJson, rootType } from './shape.ts';

/** The stored object; the same object where nothing changes. */
export function stored(object: JsonObject, minor: number): JsonObject {
  return storedObject(object, rootType(object), minor);
}

function storedObject(object: JsonObject, type: ObjectType, minor: number): JsonObject {
  const kept: Record<string, Json> = {};
  let isSame = true;
  for (const [name, value] of Object.entries(object)) {
    const field = knownField(type, name, minor);
    const own = field && keptValue(value, field, minor);
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
function keptValue(value: Json, field: Field, minor: number): Json | undefined {
  const kept = storedValue(value, field.type, minor);
  if (field.whenEmpty === 'written' && isList(kept) && kept.length === 0) return null;
  if (field.whenEmpty !== undefined) return kept ?? undefined;
  return kept === '' || kept === 0 || kept === false || isEmptyJson(kept) ? undefined : kept;
}

function storedValue(value: Json, type: Type, minor: number): Json {
  if (isUnknown(value)) return value;
  if (isList(value) && type.kind === 'list') return storedList(value, type, minor);
  if (!isObject(value)) return value;
  if (type.kind === 'object') return storedObject(value, type, minor);
  if (type.kind !== 'map' || !Object.values(value).includes(null)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, each ?? zeroOf(type.value)]));
}

interface Kept {
  readonly type: ListType;
  readonly minor: number;
  readonly list: readonly Json[];
}

/** Results by list: a long list passes unchanged through many applies. */
const keptOf = attachment((_list: readonly Json[]): Kept[] => []);

function storedList(list: readonly Json[], type: ListType, minor: number): readonly Json[] {
  const known = keptOf(list).find((each) => each.type === type && each.minor === minor);
  if (known) return known.list;
  const items = list.map((item) => storedValue(item ?? zeroOf(type.item), type.item, minor));
  const kept = { type, minor, list: items.every((item, i) => item === list[i]) ? list : items };
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
