/** The field sets of configurations, fitted to the types of the contract. */
import type { Type } from '../../contract/type.ts';
import { memoBy } from '../../text/memo.ts';
import { childSet, union, type FieldSet } from './field-set.ts';
import { isObject, type Json, type JsonObject } from './json-value.ts';
import { granularType, isNamedField, partsOf, rootType, typeBelow } from './shape.ts';

/** The fields that a configuration sets: leaves, map keys and list items. */
export const setFields = memoBy((config: JsonObject, minor: number) => setBelow(config, rootType(config), minor));

const leaf: FieldSet = Object.freeze({ isMember: true, children: new Map() });

function setBelow(value: Json, type: Type, minor: number): FieldSet {
  const parted = granularType(type, minor);
  if (!parted) return leaf;
  const children = new Map<string, FieldSet>();
  for (const part of partsOf(value, parted, minor)) {
    const below = setBelow(part.value, part.type, minor);
    const isMember = below.isMember || parted.kind !== 'object' || isOwnedEmpty(part.value, minor);
    if (!isMember && below.children.size === 0) continue;
    const own = below.isMember === isMember ? below : { isMember, children: below.children };
    const twin = children.get(part.step);
    children.set(part.step, twin ? union(twin, own) : own);
  }
  return { isMember: false, children };
}

/** Since 1.21 empty maps and nulls have owners. */
function isOwnedEmpty(value: Json, minor: number): boolean {
  return minor > 20 && (value === null || (isObject(value) && Object.keys(value).length === 0));
}

/** Adds the named fields above each field: the owner of a label also owns `labels`, as the API server records it. */
export function withNamedFields(set: FieldSet, type: Type | undefined, minor: number): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [step, node] of set.children) {
    const inside = withNamedFields(node, typeBelow(type, step, minor), minor);
    const isNamed = node.children.size > 0 && isNamedField(type, step, minor);
    children.set(step, isNamed ? { ...inside, isMember: true } : inside);
  }
  return { isMember: set.isMember, children };
}

/**
 * Before 1.21, the API server reads a recorded field without parts as owned as a whole: an older schema may have had it
 * so. Its owner gets all parts that the live object has. `live` is the field set of that object.
 */
export function withLiveParts(set: FieldSet, live: FieldSet, type: Type | undefined, minor: number): FieldSet {
  if (minor > 20 || !type || !granularType(type, minor)) return set;
  if (set.isMember && set.children.size === 0) return { isMember: true, children: live.children };
  const children = new Map<string, FieldSet>();
  for (const [step, node] of set.children)
    children.set(step, withLiveParts(node, childSet(live, step), typeBelow(type, step, minor), minor));
  return { isMember: set.isMember, children };
}

/** Converts a recorded set to this version, in which a type may be owned as a whole that was owned in parts. */
export function fitToVersion(set: FieldSet, type: Type | undefined, minor: number): FieldSet {
  if (minor <= 20 || set.children.size === 0) return set;
  const isWhole = (type?.kind === 'list' || type?.kind === 'object') && !granularType(type, minor);
  if (isWhole) return { isMember: true, children: new Map() };
  const children = new Map<string, FieldSet>();
  for (const [step, node] of set.children) children.set(step, fitToVersion(node, typeBelow(type, step, minor), minor));
  return { isMember: set.isMember, children };
}
