/** Validates a configuration against the schema, as server-side apply does before anything else. */
import { timestampProblem } from '../../contract/timestamp.ts';
import type { ListType, Type } from '../../contract/type.ts';
import { quote } from '../../text/quote.ts';
import { pathText } from '../../tree/path.ts';
import { isList, isObject, isUnknown, type Json, type JsonObject } from './json-value.ts';
import { granularType, memberType, partsOf, rootType } from './shape.ts';
import { causeAt, type Cause } from './apply-step.ts';

interface TypingOptions {
  readonly minor: number;
  /** True for an apply, which also rejects unknown fields and repeated items. */
  readonly isStrict: boolean;
}

/** Where the configuration does not fit. Opaque values fit everywhere. */
export function typeCauses(config: JsonObject, options: TypingOptions): readonly Cause[] {
  const causes: Cause[] = [];
  checkAt(config, rootType(config), { ...options, causes, path: [] });
  return causes;
}

interface State extends TypingOptions {
  readonly causes: Cause[];
  readonly path: (string | number)[];
}

function checkAt(value: Json, type: Type, state: State): void {
  if (value === null || isUnknown(value) || type.kind === 'any') return;
  if (!fits(value, type)) {
    refuse(state, 'FieldValueTypeInvalid', `${shown(value)} must be ${nouns[type.kind]}`);
    return;
  }
  if (isList(value) && type.kind === 'list') {
    for (const [i, item] of value.entries()) inside(i, state, () => checkAt(item, type.item, state));
    if (state.isStrict) checkItems(value, type, state);
  } else if (isObject(value)) {
    checkMembers(value, type, state);
  } else if (type.kind === 'string' && type.format === 'timestamp' && typeof value === 'string') {
    const problem = timestampProblem(value, state.minor);
    if (problem !== undefined) refuse(state, 'FieldValueTypeInvalid', `${quote(value)} is not an RFC 3339 time`);
  }
}

const nouns: Readonly<Record<Exclude<Type['kind'], 'any'>, string>> = {
  object: 'an object',
  map: 'a map',
  list: 'a list',
  string: 'a string',
  integer: 'a whole number',
  'integer or string': 'a whole number or a string',
  boolean: 'true or false',
};

function fits(value: Exclude<Json, null>, type: Type): boolean {
  if (isList(value)) return type.kind === 'list';
  if (isObject(value)) return type.kind === 'object' || type.kind === 'map';
  if (type.kind === 'integer or string' && typeof value === 'string') return true;
  if (type.kind !== 'integer' && type.kind !== 'integer or string') return typeof value === type.kind;
  const most = type.kind === 'integer' && type.bits === 64 ? 2 ** 63 : 2 ** 31;
  return typeof value === 'number' && Number.isInteger(value) && value >= -most && value < most;
}

function checkMembers(value: JsonObject, type: Type, state: State): void {
  for (const [name, each] of Object.entries(value)) {
    const itsType = type.kind === 'map' || type.kind === 'object' ? memberType(type, name, state.minor) : undefined;
    inside(name, state, () => {
      if (itsType) checkAt(each, itsType, state);
      else if (state.isStrict) refuse(state, 'FieldValueInvalid', `${quote(name)} is not a field of the schema`);
    });
  }
}

function inside(step: string | number, { path }: State, check: () => void): void {
  path.push(step);
  check();
  path.pop();
}

function checkItems(items: readonly Json[], type: ListType, state: State): void {
  const merged = granularType(type, state.minor);
  if (!merged) return;
  for (const [i, item] of items.entries())
    if (item === null)
      inside(i, state, () => refuse(state, 'FieldValueInvalid', 'an item of this list cannot be null'));
  const seen = new Set<string>();
  for (const { step } of partsOf(items, merged, state.minor)) {
    if (seen.has(step)) refuse(state, 'FieldValueDuplicate', `the item ${step.slice(2)} is a duplicate`);
    seen.add(step);
  }
}

function refuse({ causes, path }: State, reason: string, message: string): void {
  causes.push(causeAt(pathText(path), reason, message));
}

function shown(value: Json): string {
  if (isList(value)) return 'A list';
  return isObject(value) ? 'An object' : JSON.stringify(value);
}
