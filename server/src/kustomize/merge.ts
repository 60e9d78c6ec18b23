/** Merges a patch into an object as kustomize does: mappings by name, null removes, lists by keys or as a whole. */
import { quote } from '../text/quote.ts';
import type { BuiltEntry, BuiltMapping, BuiltScalar, BuiltSequence, BuiltValue, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { mergeKeyedList, mergePlainList } from './merge-list.ts';
import type { MergeSchema } from './merge-schema.ts';
import { builtScalar, builtScalarText, entryAt, withoutEntry, originOf } from './object.ts';

export type Directive = 'merge' | 'replace' | 'delete';

export interface Merge {
  /** Called for each list of the base that merges by keys, with the result. The patch may leave the list out. */
  readonly onList?: (
    path: readonly string[],
    base: BuiltSequence,
    patch: BuiltSequence | undefined,
    merged: BuiltSequence,
  ) => void;
}

const empty: MergeSchema = {};

/** Undefined where nothing is left. The result shares all that the patch does not change. */
export function mergeValues(
  base: BuiltValue | undefined,
  patch: BuiltValue | undefined,
  schema: MergeSchema = empty,
  merge: Merge = {},
  path: readonly string[] = [],
): BuiltValue | undefined {
  const kind = (isMissing(base) ? undefined : base?.kind) ?? (isMissing(patch) ? undefined : patch?.kind);
  if (kind === undefined) return patch === undefined && base && !isUnwritten(base) ? base : undefined;
  for (const value of [base, patch])
    if (value && !isMissing(value) && value.kind !== kind) throw conflict(kind, patch ?? value, path);
  if (isMissing(patch) && patch !== undefined) return undefined;
  if (kind === 'scalar') return inStyleOf(base, patch) ?? base;
  if (kind === 'sequence') return mergeSequences(asSequence(base), asSequence(patch), schema, merge, path);
  return mergeMappings(asMapping(base), asMapping(patch), schema, merge, path);
}

function mergeMappings(
  base: BuiltMapping | undefined,
  patch: BuiltMapping | undefined,
  schema: MergeSchema,
  merge: Merge,
  path: readonly string[],
): BuiltValue | undefined {
  const directive = patch ? directiveOf(patch) : 'merge';
  if (directive === 'delete') return undefined;
  const changes = patch && withoutEntry(patch, '$patch');
  // What is only in the patch is merged with itself, so that its own nulls and directives take effect.
  const onto = directive === 'replace' || !base || base === patch ? changes : base;
  if (!onto) return undefined;
  return mergeFields(onto, changes, schema, merge, path);
}

function mergeFields(
  base: BuiltMapping,
  patch: BuiltMapping | undefined,
  schema: MergeSchema,
  merge: Merge,
  path: readonly string[],
): BuiltMapping {
  const changes = new Map((patch?.entries ?? []).map((entry) => [entry.name, entry]));
  const entries: BuiltEntry[] = [];
  let isSame = true;
  for (const entry of base.entries) {
    const change = changes.get(entry.name);
    changes.delete(entry.name);
    const merged = mergeValues(entry.value, change?.value, schema.fields?.[entry.name], merge, [...path, entry.name]);
    if (merged !== entry.value) isSame = false;
    if (merged)
      entries.push(merged === entry.value ? entry : { ...(change?.value === merged ? change : entry), value: merged });
  }
  for (const change of changes.values()) {
    const added = mergeValues(change.value, change.value, schema.fields?.[change.name], merge, [...path, change.name]);
    if (added) entries.push(added === change.value ? change : { ...change, value: added });
    isSame = false;
  }
  return isSame ? base : { ...base, entries };
}

function mergeSequences(
  base: BuiltSequence | undefined,
  patch: BuiltSequence | undefined,
  { keys, items }: MergeSchema,
  merge: Merge,
  path: readonly string[],
): BuiltValue | undefined {
  if (!keys) return patch ?? base;
  const directive = patch && listDirectiveOf(patch);
  if (directive === 'delete') return undefined;
  const changes = patch && directive ? { ...patch, items: patch.items.filter((item) => !isDirective(item)) } : patch;
  const onto = directive === 'replace' || !base || base === patch ? changes : base;
  if (!onto) return undefined;
  if (keys.length === 0) return mergePlainList(onto, changes);
  const mergeItems = (one: BuiltValue | undefined, other: BuiltValue | undefined): BuiltValue | undefined =>
    mergeValues(one, other, items, merge, path);
  const merged = mergeKeyedList(onto, changes, keys, mergeItems);
  if (onto === base) merge.onList?.(path, base, changes, merged);
  return merged;
}

/** kustomize keeps the quotes of the base, so a number or a truth value that replaces a quoted text becomes a text. */
function inStyleOf(base: BuiltValue | undefined, patch: BuiltValue | undefined): BuiltValue | undefined {
  if (base?.kind !== 'scalar' || patch?.kind !== 'scalar' || typeof patch.value === 'string') return patch;
  return isQuoted(base) ? builtScalar(builtScalarText(patch), ...patch.origins) : patch;
}

/** A plain text is as long as its value. */
function isQuoted({ value, origins: [origin] }: BuiltScalar): boolean {
  return typeof value === 'string' && origin !== undefined && origin.span.end === origin.span.start + value.length + 2;
}

/** `merge` where the mapping has none. Throws for a directive that does not exist. */
export function directiveOf(mapping: BuiltMapping): Directive {
  const value = entryAt(mapping, '$patch')?.value;
  if (!value) return 'merge';
  const written = value.kind === 'scalar' ? value.value : undefined;
  if (written === 'merge' || written === 'replace' || written === 'delete') return written;
  const message = `${quote(String(written ?? ''))} is not a directive of a merge patch. Write delete, replace or merge after $patch.`;
  throw new BuildError('other', message, originOf(value));
}

/** An item that holds a directive alone is for the whole list. */
function listDirectiveOf({ items }: BuiltSequence): Directive | undefined {
  const found = items.find(isDirective);
  return found?.kind === 'mapping' ? directiveOf(found) : undefined;
}

function isDirective(item: BuiltValue): boolean {
  return item.kind === 'mapping' && item.entries.length === 1 && item.entries[0]?.name === '$patch';
}

/** True for undefined and for null, which sets nothing. */
function isMissing(value: BuiltValue | undefined): boolean {
  return value === undefined || (value.kind === 'scalar' && value.value === null);
}

/** True for a null without a text, which any patch of the object drops. */
function isUnwritten(value: BuiltValue): boolean {
  return value.kind === 'scalar' && value.origins.every(({ span }) => span.start === span.end);
}

function asMapping(value: BuiltValue | undefined): BuiltMapping | undefined {
  return value?.kind === 'mapping' ? value : undefined;
}

function asSequence(value: BuiltValue | undefined): BuiltSequence | undefined {
  return value?.kind === 'sequence' ? value : undefined;
}

const names = { mapping: 'an object', sequence: 'a list', scalar: 'a plain value' } as const;

function conflict(kind: BuiltValue['kind'], patch: BuiltValue, path: readonly string[]): BuildError {
  const at: Origin = originOf(patch);
  const message = `${path.join('.')} is ${names[kind]} in the object and ${names[patch.kind]} in the patch. Write ${names[kind]} here.`;
  return new BuildError('other', message, at);
}
