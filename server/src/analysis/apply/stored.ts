/** What a server keeps of what it is sent: unknown and empty fields are dropped, and defaults are written. */
import type { Field, ObjectType, Type } from '../../contract/type.ts';
import { knownField } from '../bind.ts';
import { isList, isObject, isUnknown } from './json.ts';
import type { Json, JsonObject } from './json.ts';

/** The object as it is stored. */
export function stored(object: JsonObject, type: ObjectType, minor: number): JsonObject {
  const entries: [string, Json][] = [];
  for (const [name, value] of Object.entries(object)) {
    const field = knownField(type, name, minor);
    const kept = field && keptValue(value, field, minor);
    if (kept !== undefined) entries.push([name, kept]);
  }
  const names = new Set(entries.map(([name]) => name));
  for (const [name, field] of Object.entries(type.fields)) {
    if (names.has(name) || !knownField(type, name, minor)) continue;
    const value = unwritten(field);
    if (value !== undefined) entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

/** What the server made of a field that was left out; undefined where it stays out. */
function unwritten(field: Field): Json | undefined {
  if (field.default !== undefined && field.whenEmpty === undefined) return field.default;
  return field.whenEmpty === 'written' ? zeroOf(field.type) : undefined;
}

/** Undefined for what is dropped, to be treated as if it had not been written. */
function keptValue(value: Json, field: Field, minor: number): Json | undefined {
  const kept = storedValue(value, field.type, minor);
  if (field.whenEmpty !== undefined) return kept ?? undefined;
  return isZero(kept) ? undefined : kept;
}

function storedValue(value: Json, type: Type, minor: number): Json {
  if (isUnknown(value)) return value;
  if (isList(value) && type.kind === 'list')
    return value.map((item) => storedValue(item ?? zeroOf(type.item), type.item, minor));
  if (!isObject(value)) return value;
  if (type.kind === 'object') return stored(value, type, minor);
  if (type.kind !== 'map') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, each ?? zeroOf(type.value)]));
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

function isZero(value: Json): boolean {
  if (value === null || value === '' || value === 0 || value === false) return true;
  return isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}
