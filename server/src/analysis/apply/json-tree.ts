/** Builds a syntax tree from a JSON value without a text. Its spans are those of the JSON without whitespace. */
import { isList, isObject, isUnknown, type Json, type JsonObject } from './json-value.ts';
import type { Entry, Mapping, Scalar, Value } from '../../tree/value.ts';

export function mappingOf(object: JsonObject, start = 0): Mapping {
  let at = start + 1;
  const entries = Object.entries(object).map(([name, member]): Entry => {
    const keyText = JSON.stringify(name);
    const key = { start: at, end: at + keyText.length };
    const value = valueOf(member, key.end + 1);
    at = value.span.end + 1;
    return { name, keyText, key, value, isMerged: false, isOpaqueKey: false };
  });
  const span = { start, end: Math.max(at, start + 2) };
  return { kind: 'mapping', span, entries, style: 'flow', isOpen: false, isAlias: false };
}

function valueOf(json: Json, start: number): Value {
  if (isUnknown(json))
    return { kind: 'opaque', span: { start, end: start + JSON.stringify(json.text).length }, why: 'an expression' };
  if (isObject(json)) return mappingOf(json, start);
  if (!isList(json)) return scalarOf(json, start);
  let at = start + 1;
  const items = json.map((item) => {
    const value = valueOf(item, at);
    at = value.span.end + 1;
    return value;
  });
  const span = { start, end: Math.max(at, start + 2) };
  return { kind: 'sequence', span, items, style: 'flow', isOpen: false, isAlias: false };
}

function scalarOf(json: null | boolean | number | string, start: number): Scalar {
  const text = JSON.stringify(json);
  const value = typeof json === 'number' && Number.isInteger(json) ? BigInt(json) : json;
  return { kind: 'scalar', span: { start, end: start + text.length }, value, text, isAlias: false };
}
