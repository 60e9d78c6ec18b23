/**
 * An immutable set of fields, as managedFields records it: a tree with the steps of FieldsV1 (`f:` a member, `k:` an
 * item by its keys, `v:` an item of a set, `i:` an index).
 */
import { quote } from '../../text/quote.ts';
import { isObject, type Json, type JsonObject } from './json-value.ts';

export interface FieldSet {
  /** True where the field itself belongs to the set, not only fields below it. */
  readonly isMember: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

/** The steps from the object to a field. */
export type Steps = readonly string[];

export const emptySet: FieldSet = Object.freeze({ isMember: false, children: new Map() });

export function fieldSet(fields: Iterable<Steps>): FieldSet {
  const root = newNode();
  for (const steps of fields) {
    let node = root;
    for (const step of steps) {
      const next = node.children.get(step) ?? newNode();
      node.children.set(step, next);
      node = next;
    }
    node.isMember = true;
  }
  return root;
}

interface Node extends FieldSet {
  isMember: boolean;
  readonly children: Map<string, Node>;
}

function newNode(): Node {
  return { isMember: false, children: new Map() };
}

export function isEmptySet({ isMember, children }: FieldSet): boolean {
  return !isMember && children.size === 0;
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
  const children = new Map(a.children);
  for (const [step, below] of b.children) {
    const own = children.get(step);
    children.set(step, own ? union(own, below) : below);
  }
  return { isMember: a.isMember || b.isMember, children };
}

export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(b)) return a;
  return combine(a, b, (own, other) => own && !other, difference);
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, b, (own, other) => own && other, intersection);
}

function combine(
  a: FieldSet,
  b: FieldSet,
  isMember: (own: boolean, other: boolean) => boolean,
  below: (own: FieldSet, other: FieldSet) => FieldSet,
): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [step, own] of a.children) {
    const left = below(own, b.children.get(step) ?? emptySet);
    if (!isEmptySet(left)) children.set(step, left);
  }
  return { isMember: isMember(a.isMember, b.isMember), children };
}

/** The subset below a step; empty where there is none. */
export function childSet(set: FieldSet, step: string): FieldSet {
  return set.children.get(step) ?? emptySet;
}

export function hasField(set: FieldSet, steps: Steps): boolean {
  return nodeAt(set, steps)?.isMember === true;
}

/** All fields of the set, a container before the fields inside it. */
export function fieldsOf({ isMember, children }: FieldSet, above: Steps = []): readonly Steps[] {
  const inside = [...children].flatMap(([step, child]) => fieldsOf(child, [...above, step]));
  return isMember ? [above, ...inside] : inside;
}

/** The fields of the set without further fields of the set inside. */
export function leavesOf(set: FieldSet): readonly Steps[] {
  return fieldsOf(set).filter((steps) => nodeAt(set, steps)?.children.size === 0);
}

function nodeAt(set: FieldSet, steps: Steps): FieldSet | undefined {
  return steps.reduce<FieldSet | undefined>((node, step) => node?.children.get(step), set);
}

/** A field as the API server prints it in a conflict: `.metadata.labels.app`, `.metadata.finalizers[="a.b/c"]`. */
export function fieldText(steps: Steps): string {
  return steps.map(stepText).join('');
}

function stepText(step: string): string {
  const rest = step.slice(2);
  switch (step.slice(0, 2)) {
    case 'k:':
      return `[${keysText(rest)}]`;
    case 'v:':
      return `[=${rest}]`;
    case 'i:':
      return `[${rest}]`;
    default:
      return `.${rest}`;
  }
}

function keysText(json: string): string {
  const keys: unknown = JSON.parse(json);
  const entries = typeof keys === 'object' && keys !== null ? Object.entries(keys) : [];
  return entries.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',');
}

/** The set in FieldsV1: `{}` for a leaf, and `.` for a container that belongs to the set. */
export function toFieldsV1({ isMember, children }: FieldSet): JsonObject {
  const json: Record<string, Json> = {};
  if (isMember && children.size > 0) json['.'] = {};
  for (const step of [...children.keys()].sort()) json[step] = toFieldsV1(children.get(step) ?? emptySet);
  return json;
}

export interface FieldSetProblem {
  /** The keys from the root to the problem. */
  readonly at: Steps;
  readonly message: string;
}

/** Parses FieldsV1; returns the first problem where it is invalid. */
export function fromFieldsV1(json: Json): FieldSet | FieldSetProblem {
  const read = readBelow(json, []);
  return 'message' in read ? read : { ...read, isMember: false };
}

function readBelow(json: Json, at: Steps): FieldSet | FieldSetProblem {
  if (!isObject(json))
    return { at, message: 'A field set must be an object. Write {} for a field without owned fields inside.' };
  const children = new Map<string, FieldSet>();
  for (const [key, value] of Object.entries(json)) {
    if (key === '.') continue;
    const problem = stepProblem(key);
    if (problem !== undefined)
      return { at: [...at, key], message: `${quote(key)} is not a key of a field set. ${problem}` };
    const read = readBelow(value, [...at, key]);
    if ('message' in read) return read;
    children.set(normalStep(key), read);
  }
  return { isMember: children.size === 0 || Object.hasOwn(json, '.'), children };
}

/** The step with its JSON in canonical form. */
export function normalStep(key: string): string {
  const kind = key.slice(0, 2);
  return kind === 'k:' || kind === 'v:' ? kind + stableJson(JSON.parse(key.slice(2)) as Json) : key;
}

/** JSON with sorted members, as steps contain it. */
export function stableJson(json: Json): string {
  if (!isObject(json)) return JSON.stringify(json);
  const names = Object.keys(json).sort();
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, json[name]])));
}

/** Why the text is not a key of a field set, and the way out; undefined for a valid key. */
export function stepProblem(key: string): string | undefined {
  const rest = key.slice(2);
  switch (key.slice(0, 2)) {
    case '.':
      return undefined;
    case 'f:':
      return rest !== '' ? undefined : 'Write the name of a field after "f:".';
    case 'k:':
      return rest.startsWith('{') && isJson(rest) ? undefined : 'Write a JSON object after "k:".';
    case 'v:':
      return isJson(rest) ? undefined : 'Write a JSON value after "v:".';
    case 'i:':
      return /^\d+$/.test(rest) ? undefined : 'Write a number after "i:".';
    default:
      return 'Write ".", or start it with "f:", "k:", "v:" or "i:".';
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
