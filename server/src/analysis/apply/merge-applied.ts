/** Compares, merges and removes values as server-side apply does. An opaque value equals every value. */
import type { MapType, ObjectType, Type } from '../../contract/type.ts';
import { groupBy } from '../../text/group.ts';
import { childSet, fieldSet, isEmptySet, type FieldSet, type Steps } from './field-set.ts';
import { compareJson, isList, isObject, isUnknown, memberOf, type Json, type JsonObject } from './json-value.ts';
import { granularType, isEmptyJson, memberType, partsOf, rootType, type MergedList, type ValuePart } from './shape.ts';

export interface Comparison {
  readonly added: FieldSet;
  readonly removed: FieldSet;
  readonly modified: FieldSet;
}

/** The fields that the second object adds, removes and changes. */
export function compareFields(before: JsonObject, after: JsonObject, minor: number): Comparison {
  const found: Found = { added: [], removed: [], modified: [], minor };
  compareAt(before, after, { type: rootType(after), steps: [] }, found);
  return { added: fieldSet(found.added), removed: fieldSet(found.removed), modified: fieldSet(found.modified) };
}

interface Found {
  readonly added: Steps[];
  readonly removed: Steps[];
  readonly modified: Steps[];
  readonly minor: number;
}

interface TypedPlace {
  readonly type: Type;
  readonly steps: Steps;
}

/** A merge keeps unchanged parts as identical objects, so identity ends the comparison. */
function compareAt(before: Json | undefined, after: Json | undefined, { type, steps }: TypedPlace, found: Found): void {
  if (before === after) return;
  const parted = isOne(before, after) ? undefined : granularType(type, found.minor);
  if (parted) {
    const old = byStep(partsOf(before, parted, found.minor));
    const now = byStep(partsOf(after, parted, found.minor));
    for (const step of new Set([...old.keys(), ...now.keys()]))
      compareParts(old.get(step) ?? [], now.get(step) ?? [], [...steps, step], found);
  }
  if (before === undefined) found.added.push(steps);
  else if (after === undefined) found.removed.push(steps);
  else if (!parted && compareJson(before, after) === 'different') found.modified.push(steps);
}

/** Items that occur several times on one side are compared together as a whole. */
function compareParts(old: readonly ValuePart[], now: readonly ValuePart[], steps: Steps, found: Found): void {
  const type = (old[0] ?? now[0])?.type;
  if (type && old.length < 2 && now.length < 2) compareAt(old[0]?.value, now[0]?.value, { type, steps }, found);
  else if (old.length === 0) found.added.push(steps);
  else if (now.length === 0) found.removed.push(steps);
  else if (compareJson(valuesOf(old), valuesOf(now)) === 'different') found.modified.push(steps);
}

function valuesOf(parts: readonly ValuePart[]): Json {
  return parts.map(({ value }) => value);
}

/** Two empty values are compared as one value, so that empty and absent differ. So is an opaque value. */
function isOne(a: Json | undefined, b: Json | undefined): boolean {
  return (isEmptyJson(a) && isEmptyJson(b)) || isUnknown(a) || isUnknown(b);
}

function byStep(parts: readonly ValuePart[]): ReadonlyMap<string, readonly ValuePart[]> {
  return groupBy(parts, ({ step }) => step);
}

/** The live object with the configuration merged into it. Unchanged parts stay identical objects. */
export function mergeApplied(live: JsonObject, applied: JsonObject, minor: number): JsonObject {
  return objectIn(mergeAt(live, applied, rootType(applied), minor));
}

/** An object without any field left is an empty object. */
function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Undefined where nothing is left. */
function mergeAt(live: Json | undefined, applied: Json | undefined, type: Type, minor: number): Json | undefined {
  if (applied === undefined) return live;
  const parted = live === undefined || isOne(live, applied) ? undefined : granularType(type, minor);
  if (!parted) return applied;
  if (parted.kind !== 'list') return mergeMembers(live, applied, parted, minor);
  const merged = mergeItems(live, applied, parted, minor);
  return merged.length === 0 ? undefined : merged.map(([, item]) => item);
}

type Merged = readonly (readonly [name: string, value: Json])[];

function mergeMembers(
  live: Json | undefined,
  applied: Json | undefined,
  type: ObjectType | MapType,
  minor: number,
): Json | undefined {
  const old = isObject(live) ? live : {};
  const now = isObject(applied) ? applied : {};
  const names = Object.keys(old);
  const merged: [name: string, value: Json][] = [];
  let isSame = isObject(live);
  for (const name of [...names, ...Object.keys(now).filter((each) => !Object.hasOwn(old, each))]) {
    const below = memberType(type, name, minor);
    const value = below && mergeAt(memberOf(old, name), memberOf(now, name), below, minor);
    isSame &&= value === memberOf(old, name);
    if (value !== undefined) merged.push([name, value]);
  }
  if (isSame) return live;
  return merged.length === 0 ? undefined : Object.fromEntries(merged);
}

/** A repeated live item is kept where it is not applied, and replaced once where it is. */
function mergeItems(live: Json | undefined, applied: Json | undefined, type: MergedList, minor: number): Merged {
  const old = partsOf(live, type, minor);
  const now = partsOf(applied, type, minor);
  const pairs = minor < orderedSince ? inLiveOrder(old, now) : inAppliedOrder(old, now);
  return pairs.flatMap(([mine, its]): Merged => {
    const { step, type: itsType } = mine ?? its;
    const value = mergeAt(mine?.value, its?.value, itsType, minor);
    return value === undefined ? [] : [[step, value]];
  });
}

/** The first minor version whose API server prefers the order of the applied list. */
const orderedSince = 21;

/** The live item and the applied item of one place in the merged list. */
type Pair = readonly [mine: ValuePart, its: ValuePart | undefined] | readonly [mine: undefined, its: ValuePart];

/** New items go after the live ones. */
function inLiveOrder(old: readonly ValuePart[], now: readonly ValuePart[]): readonly Pair[] {
  const known = byStep(old);
  const theirs = byStep(now);
  return [
    ...old.map((part): Pair => [part, theirs.get(part.step)?.[0]]),
    ...now.filter(({ step }) => !known.has(step)).map((part): Pair => [undefined, part]),
  ];
}

/** Applied items keep their order, and other live items stay between their neighbours, as `visitListItems` merges both. */
function inAppliedOrder(old: readonly ValuePart[], now: readonly ValuePart[]): readonly Pair[] {
  const known = byStep(old);
  const theirs = new Set(now.map(({ step }) => step));
  const shared = now.filter(({ step }) => known.has(step)).map(({ step }) => step);
  const merged = new Set<string>();
  const pairs: Pair[] = [];
  let [i, j, next] = [0, 0, 0];
  while (i < old.length || j < now.length) {
    const [mine, its] = [old[i], now[j]];
    const isApplied = mine !== undefined && theirs.has(mine.step);
    if (mine && !isApplied) pairs.push([mine, undefined]);
    if (mine && !isApplied) i++;
    else if (mine && its && mine.step !== its.step && next < shared.length && shared[next] !== mine.step) i++;
    else {
      if (mine && (mine.step === its?.step || merged.has(mine.step))) i++;
      if (!its) continue;
      const twins = known.get(its.step) ?? [];
      pairs.push(twins.length === 1 && twins[0] ? [twins[0], its] : [undefined, its]);
      merged.add(its.step);
      if (shared[next] === its.step) next++;
      j++;
    }
  }
  return pairs;
}

export function removeFields(object: JsonObject, fields: FieldSet, minor: number): JsonObject {
  return objectIn(removeAt(object, fields, rootType(object), minor));
}

/** Only this minor version keeps an emptied map or list as empty instead of null (structured-merge-diff 6.3.2; later ones revert it). */
const keepsEmptied = 36;

function emptyLike(value: Json): Json {
  if (isList(value)) return [];
  return isObject(value) ? {} : null;
}

/** Null where nothing is left. A value without parts of its own is removed as a whole. */
function removeAt(value: Json, fields: FieldSet, type: Type, minor: number): Json {
  if (isEmptySet(fields)) return value;
  const parted = granularType(type, minor);
  if (!parted) return type.kind === 'list' || type.kind === 'object' ? null : value;
  if (isEmptyJson(value) || isUnknown(value)) return null;
  const left = partsOf(value, parted, minor).flatMap(({ step, value: each, type: itsType }): Merged => {
    const inside = childSet(fields, step);
    if (inside.isMember) return [];
    const rest = removeAt(each, inside, itsType, minor);
    return [[step.slice(2), rest ?? (minor === keepsEmptied && !isEmptySet(inside) ? emptyLike(each) : null)]];
  });
  if (left.length === 0) return null;
  return isList(value) ? left.map(([, item]) => item) : Object.fromEntries(left);
}
