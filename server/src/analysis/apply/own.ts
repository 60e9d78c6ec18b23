/** Which fields a configuration sets, and how sets of fields fit the types. */
import type { ObjectType, Type } from '../../contract/type.ts';
import { fieldSet } from './field-set.ts';
import type { FieldSet, Steps } from './field-set.ts';
import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { granular, isNamedField, partsOf, typeBelow } from './shape.ts';

/** The fields that an applied configuration sets: leaves, and every key of a map and item of a list. */
export function setFields(config: JsonObject, type: ObjectType, minor: number): FieldSet {
  const fields: Steps[] = [];
  collect(config, { type, steps: [] }, fields, minor);
  return fieldSet(fields);
}

function collect(
  value: Json,
  { type, steps }: { readonly type: Type; readonly steps: Steps },
  fields: Steps[],
  minor: number,
): void {
  const parted = granular(type, minor);
  if (!parted) {
    fields.push(steps);
    return;
  }
  for (const part of partsOf(value, parted, minor)) {
    const at = [...steps, part.step];
    collect(part.value, { type: part.type, steps: at }, fields, minor);
    if (parted.kind !== 'object' || isOwnedEmpty(part.value, minor)) fields.push(at);
  }
}

/** Since 1.21 an empty map and null are owned, though nothing is in them. */
function isOwnedEmpty(value: Json, minor: number): boolean {
  return minor > 20 && (value === null || (isObject(value) && Object.keys(value).length === 0));
}

/** The set with the named fields above its fields in it, too: who owns a label is said to own `labels`, but no more. */
export function withNamedFields(set: FieldSet, type: Type | undefined, minor: number): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [step, node] of set.children) {
    const inside = withNamedFields(node, typeBelow(type, step, minor), minor);
    const isNamed = node.children.size > 0 && isNamedField(type, step, minor);
    children.set(step, isNamed ? { ...inside, isMember: true } : inside);
  }
  return { isMember: set.isMember, children };
}

/** A recorded set as this version sees it: what is owned as one now was recorded in parts by an older one. */
export function fitted(set: FieldSet, type: Type | undefined, minor: number): FieldSet {
  if (minor <= 20 || set.children.size === 0) return set;
  const isWhole = type !== undefined && type.kind !== 'any' && !granular(type, minor);
  if (isWhole) return { isMember: true, children: new Map() };
  const children = new Map<string, FieldSet>();
  for (const [step, node] of set.children) children.set(step, fitted(node, typeBelow(type, step, minor), minor));
  return { isMember: set.isMember, children };
}
