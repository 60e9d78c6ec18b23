/**
 * The three things that server-side apply does to values: comparing two, merging one into another, and taking fields out.
 * What is not known before a program runs counts as equal to everything.
 */
import type { ObjectType, Type } from '../../contract/type.ts';
import { below, fieldSet, isEmptySet } from './field-set.ts';
import type { FieldSet, Steps } from './field-set.ts';
import { compareJson, isList, isUnknown } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { granular, isBlank, objectOf, partsOf } from './shape.ts';
import type { MergedList, Part } from './shape.ts';

export interface Comparison {
  readonly added: FieldSet;
  readonly removed: FieldSet;
  readonly modified: FieldSet;
}

/** Which fields the second object has, lacks or has otherwise than the first one. */
export function compare(before: JsonObject, after: JsonObject, type: ObjectType, minor: number): Comparison {
  const found: Found = { added: [], removed: [], modified: [], minor };
  compareAt(before, after, { type, steps: [] }, found);
  return { added: fieldSet(found.added), removed: fieldSet(found.removed), modified: fieldSet(found.modified) };
}

interface Found {
  readonly added: Steps[];
  readonly removed: Steps[];
  readonly modified: Steps[];
  readonly minor: number;
}

interface Place {
  readonly type: Type;
  readonly steps: Steps;
}

function compareAt(before: Json | undefined, after: Json | undefined, { type, steps }: Place, found: Found): void {
  const parted = isOne(before, after) ? undefined : granular(type, found.minor);
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

/** Items that occur several times on one side are compared together, and not looked into. */
function compareParts(old: readonly Part[], now: readonly Part[], steps: Steps, found: Found): void {
  const type = (old[0] ?? now[0])?.type;
  if (type && old.length < 2 && now.length < 2) compareAt(old[0]?.value, now[0]?.value, { type, steps }, found);
  else if (old.length === 0) found.added.push(steps);
  else if (now.length === 0) found.removed.push(steps);
  else if (compareJson(valuesOf(old), valuesOf(now)) === 'different') found.modified.push(steps);
}

function valuesOf(parts: readonly Part[]): Json {
  return parts.map(({ value }) => value);
}

/** What is empty on both sides is one value, so that empty and absent stay apart; so is what is not known. */
function isOne(a: Json | undefined, b: Json | undefined): boolean {
  return (isBlank(a) && isBlank(b)) || isUnknown(a) || isUnknown(b);
}

function byStep(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> {
  const all = new Map<string, Part[]>();
  for (const part of parts) {
    const same = all.get(part.step);
    if (same) same.push(part);
    else all.set(part.step, [part]);
  }
  return all;
}

/** The live value with what is applied in it; undefined where there is neither. */
export function merge(live: Json | undefined, applied: Json | undefined, type: Type, minor: number): Json | undefined {
  const parted = isOne(live, applied) ? undefined : granular(type, minor);
  if (!parted) return applied === undefined ? live : applied;
  const merged =
    parted.kind === 'list' ? mergeItems(live, applied, parted, minor) : mergeMembers(live, applied, parted, minor);
  return merged.length === 0 ? undefined : parted.kind === 'list' ? merged.map(([, item]) => item) : objectOf(merged);
}

type Merged = readonly (readonly [name: string, value: Json])[];

function mergeMembers(
  live: Json | undefined,
  applied: Json | undefined,
  type: Exclude<ReturnType<typeof granular>, MergedList | undefined>,
  minor: number,
): Merged {
  const old = byStep(partsOf(live, type, minor));
  const now = byStep(partsOf(applied, type, minor));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((step) => {
    const [a, b] = [old.get(step)?.[0], now.get(step)?.[0]];
    const part = a ?? b;
    const value = part && merge(a?.value, b?.value, part.type, minor);
    return value === undefined ? [] : [[step.slice(2), value] as const];
  });
}

/** New items go behind the live ones. An item that is there several times is kept as it is. */
function mergeItems(live: Json | undefined, applied: Json | undefined, type: MergedList, minor: number): Merged {
  const old = partsOf(live, type, minor);
  const now = partsOf(applied, type, minor);
  const known = new Set(old.map(({ step }) => step));
  const theirs = new Map(now.map((part) => [part.step, part.value]));
  const mergeOne = (part: Part, mine: Json | undefined, its: Json | undefined): Merged => {
    const value = merge(mine, its, part.type, minor);
    return value === undefined ? [] : [[part.step, value]];
  };
  return [
    ...old.flatMap((part) => mergeOne(part, part.value, theirs.get(part.step))),
    ...now.filter(({ step }) => !known.has(step)).flatMap((part) => mergeOne(part, undefined, part.value)),
  ];
}

/** The value without the fields; null where nothing is left of it. What is owned as one goes as one. */
export function remove(value: Json, fields: FieldSet, type: Type, minor: number): Json {
  const parted = granular(type, minor);
  if (!parted) return type.kind === 'list' || type.kind === 'object' ? null : value;
  if (isBlank(value) || isUnknown(value)) return null;
  const left = partsOf(value, parted, minor).flatMap(({ step, value: each, type: itsType }): Merged => {
    const inside = below(fields, step);
    if (inside.isMember) return [];
    return [[step.slice(2), isEmptySet(inside) ? each : remove(each, inside, itsType, minor)]];
  });
  if (left.length === 0) return null;
  return isList(value) ? left.map(([, item]) => item) : objectOf(left);
}
