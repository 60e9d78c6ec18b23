/** JSON as it is sent to the API server, with opaque values for expressions and templates. It has no source places. */

import type { Path } from '../../tree/path.ts';
import type { Plain } from '../../tree/tree-edit.ts';
import { ownValue } from '../../text/own-value.ts';

export type Json = null | boolean | number | string | UnknownValue | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

/** An opaque value with its source text, such as `${db.ip}`. */
interface UnknownValue {
  readonly [unknownMark]: true;
  readonly text: string;
}

const unknownMark: unique symbol = Symbol('unknown');

export function unknownValue(text: string): UnknownValue {
  return Object.freeze({ [unknownMark]: true as const, text });
}

export function isUnknown(value: Json | undefined): value is UnknownValue {
  return typeof value === 'object' && value !== null && unknownMark in value;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(unknownMark in value);
}

/** Undefined where there is no such member, and for a value that is no object. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? ownValue(value, name) : undefined;
}

/** The object under that name; empty where there is none. */
export function memberObject(value: Json | undefined, name: string): JsonObject {
  const member = memberOf(value, name);
  return isObject(member) ? member : {};
}

/** The items of the list under that name; empty where there is none. */
export function memberItems(value: Json | undefined, name: string): readonly Json[] {
  const list = memberOf(value, name);
  return isList(list) ? list : [];
}

/** Undefined where there is no such value. */
export function valueAt(value: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (at, step) => (typeof step === 'string' ? memberOf(at, step) : isList(at) ? at[step] : undefined),
    value,
  );
}

/** With opaque values as their source texts. */
export function plainJson(json: Json): Plain {
  if (isUnknown(json)) return json.text;
  if (isList(json)) return json.map(plainJson);
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, plainJson(value)]));
}

/** `unknown` where the result depends on an opaque value. Two opaque values with one source text are equal. */
export function compareJson(a: Json, b: Json): 'same' | 'different' | 'unknown' {
  if (a === b) return 'same';
  if (isUnknown(a) || isUnknown(b)) return isUnknown(a) && isUnknown(b) && a.text === b.text ? 'same' : 'unknown';
  if (isList(a)) return isList(b) ? compareLists(a, b) : 'different';
  return isObject(a) && isObject(b) ? compareObjects(a, b) : 'different';
}

function compareLists(a: readonly Json[], b: readonly Json[]): 'same' | 'different' | 'unknown' {
  if (a.length !== b.length) return 'different';
  let isKnown = true;
  for (let i = 0; i < a.length; i++) {
    const found = compareJson(a[i] ?? null, b[i] ?? null);
    if (found === 'different') return found;
    if (found === 'unknown') isKnown = false;
  }
  return isKnown ? 'same' : 'unknown';
}

function compareObjects(a: JsonObject, b: JsonObject): 'same' | 'different' | 'unknown' {
  if (sizeOf(a) !== sizeOf(b)) return 'different';
  let isKnown = true;
  for (const name in a) {
    if (!Object.hasOwn(b, name)) return 'different';
    const found = compareJson(a[name] ?? null, b[name] ?? null);
    if (found === 'different') return found;
    if (found === 'unknown') isKnown = false;
  }
  return isKnown ? 'same' : 'unknown';
}

/** Counts without building a list of names, which large objects have thousands of. */
function sizeOf(object: JsonObject): number {
  let size = 0;
  for (const name in object) if (Object.hasOwn(object, name)) size++;
  return size;
}
