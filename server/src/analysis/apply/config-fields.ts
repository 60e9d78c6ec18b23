/** Which fields a configuration sets, and how sets of fields fit the types. */
import type { Type } from '../../contract/type.ts';
import { attachment } from '../../text/memo.ts';
import { union } from './field-set.ts';
import type { FieldSet } from './field-set.ts';
import { isObject } from './json-value.ts';
import type { Json, JsonObject } from './json-value.ts';
import { granular, isNamedField, partsOf, rootType, typeBelow } from './shape.ts';

/** The fields that an applied configuration sets: leaves, and every key of a map and item of a list. */
export function setFields(config: JsonObject, minor: number): FieldSet {
  const known = byMinor(config);
  const set = known.get(minor) ?? setBelow(config, rootType(config), minor);
  known.set(minor, set);
  return set;
}

const byMinor = attachment((_config: JsonObject) => new Map<number, FieldSet>());

const leaf: FieldSet = Object.freeze({ isMember: true, children: new Map() });

function setBelow(value: Json, type: Type, minor: number): FieldSet {
  const parted = granular(type, minor);
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

/** Since 1.21 an empty map and null are owned, though nothing is in them. */
function isOwnedEmpty(value: Json, minor: number): boolean {
  return minor > 20 && (value === null || (isObject(value) && Object.keys(value).length === 0));
}

/** The set with the named fields above its fields in it, too: who owns a label is said to own `labels`, but no more. */
export function withNamedFields(set: FieldSet, type: Type, minor: number): FieldSet {
  return namedBelow(set, type, minor);
}

function namedBelow(set: FieldSet, type: Type | undefined, minor: number): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [step, node] of set.children) {
    const inside = namedBelow(node, typeBelow(type, step, minor), minor);
    const isNamed = node.children.size > 0 && isNamedField(type, step, minor);
    children.set(step, isNamed ? { ...inside, isMember: true } : inside);
  }
  return { isMember: set.isMember, children };
}

/** A recorded set as this version sees it: what is owned as one now was recorded in parts by an older one. */
export function fitToVersion(set: FieldSet, type: Type, minor: number): FieldSet {
  return fittedBelow(set, type, minor);
}

function fittedBelow(set: FieldSet, type: Type | undefined, minor: number): FieldSet {
  if (minor <= 20 || set.children.size === 0) return set;
  const isWhole = type !== undefined && type.kind !== 'any' && !granular(type, minor);
  if (isWhole) return { isMember: true, children: new Map() };
  const children = new Map<string, FieldSet>();
  for (const [step, node] of set.children) children.set(step, fittedBelow(node, typeBelow(type, step, minor), minor));
  return { isMember: set.isMember, children };
}
