/** Whether a configuration fits the schema, as a server-side apply asks before it looks at anything else. */
import { timestampProblem } from '../../contract/timestamp.ts';
import type { ListType, ObjectType, Type } from '../../contract/type.ts';
import { quote } from '../../text/quote.ts';
import { pathText } from '../../tree/path.ts';
import type { Path } from '../../tree/path.ts';
import { knownField } from '../bind.ts';
import { isList, isObject, isUnknown, memberOf } from './json.ts';
import type { Json } from './json.ts';
import { granular, partsOf } from './shape.ts';
import type { Cause } from './step.ts';

export interface TypingOptions {
  readonly minor: number;
  /** An apply: unknown fields, repeated items of a set and two items of one key are refused. */
  readonly isStrict: boolean;
}

/** What does not fit; nothing of what is not known. */
export function typeCauses(value: Json, type: Type, options: TypingOptions): readonly Cause[] {
  const causes: Cause[] = [];
  checkAt(value, type, [], { ...options, causes });
  return causes;
}

interface State extends TypingOptions {
  readonly causes: Cause[];
}

function checkAt(value: Json, type: Type, path: Path, state: State): void {
  if (value === null || isUnknown(value) || type.kind === 'any') return;
  if (!fits(value, type)) {
    refuse(state, path, 'FieldValueTypeInvalid', `${shown(value)} stands where ${nouns[type.kind]} is expected`);
    return;
  }
  if (isList(value) && type.kind === 'list') {
    for (const [i, item] of value.entries()) checkAt(item, type.item, [...path, i], state);
    if (state.isStrict) checkItems(value, type, path, state);
  } else if (isObject(value)) {
    checkMembers(value, type, path, state);
  } else if (type.kind === 'string' && type.format === 'timestamp' && typeof value === 'string') {
    const problem = timestampProblem(value, state.minor);
    if (problem !== undefined) refuse(state, path, 'FieldValueTypeInvalid', `${quote(value)} is no RFC 3339 time`);
  }
}

const nouns: Readonly<Record<Exclude<Type['kind'], 'any'>, string>> = {
  object: 'an object',
  map: 'a map',
  list: 'a list',
  string: 'a string',
  integer: 'a whole number',
  boolean: 'true or false',
};

function fits(value: Exclude<Json, null>, type: Type): boolean {
  if (isList(value)) return type.kind === 'list';
  if (isObject(value)) return type.kind === 'object' || type.kind === 'map';
  if (type.kind !== 'integer') return typeof value === type.kind;
  const most = type.bits === 32 ? 2 ** 31 : 2 ** 63;
  return typeof value === 'number' && Number.isInteger(value) && value >= -most && value < most;
}

function checkMembers(value: Readonly<Record<string, Json>>, type: Type, path: Path, state: State): void {
  for (const [name, each] of Object.entries(value)) {
    const at = [...path, name];
    const itsType = type.kind === 'map' ? type.value : type.kind === 'object' && fieldType(type, name, state.minor);
    if (itsType) checkAt(each, itsType, at, state);
    else if (state.isStrict) refuse(state, at, 'FieldValueInvalid', `${quote(name)} is no field of the schema`);
  }
}

function fieldType(type: ObjectType, name: string, minor: number): Type | undefined {
  return knownField(type, name, minor)?.type;
}

function checkItems(items: readonly Json[], type: ListType, path: Path, state: State): void {
  const merged = granular(type, state.minor);
  if (!merged) return;
  const missing = type.keys.find((key) => items.some((item) => isObject(item) && memberOf(item, key) === undefined));
  if (missing !== undefined && state.minor <= 20)
    refuse(state, path, 'FieldValueRequired', `an item lacks its key ${quote(missing)}`);
  const seen = new Set<string>();
  for (const { step } of partsOf(items, merged, state.minor)) {
    if (seen.has(step)) refuse(state, path, 'FieldValueDuplicate', `the item ${step.slice(2)} is there twice`);
    seen.add(step);
  }
}

function refuse({ causes }: State, path: Path, reason: string, message: string): void {
  const field = pathText(path);
  causes.push({ field, reason, message: `${field || 'the object'}: ${message}` });
}

function shown(value: Json): string {
  if (isList(value)) return 'A list';
  return isObject(value) ? 'An object' : JSON.stringify(value);
}
