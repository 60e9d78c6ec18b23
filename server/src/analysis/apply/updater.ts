/**
 * Who owns what after a write: fields move to the one who sets them, an apply conflicts with other owners, and what an
 * applier no longer mentions goes away where nobody else owns it.
 */
import type { ObjectType } from '../../contract/type.ts';
import { difference, emptySet, fieldsOf, fieldText, intersection, isEmptySet, union } from './field-set.ts';
import type { FieldSet } from './field-set.ts';
import type { JsonObject } from './json.ts';
import { isObject } from './json.ts';
import { compare, merge, remove } from './merge.ts';
import type { Comparison } from './merge.ts';
import { setFields, withNamedFields } from './own.ts';
import type { Conflict, Owner } from './step.ts';

export interface Schema {
  readonly type: ObjectType;
  readonly minor: number;
}

/** The owner that a write is done as. */
export type Self = Omit<Owner, 'fields' | 'order'>;

/** The version does not count for appliers, who have one set of fields. */
export function isSameOwner(a: Self, b: Self): boolean {
  const isSame = a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource;
  return isSame && (a.operation === 'Apply' || a.apiVersion === b.apiVersion);
}

/** The owners after the object was replaced by another one: every change belongs to the writer, without asking. */
export function ownersAfterUpdate(
  before: JsonObject,
  after: JsonObject,
  { owners, self, order }: { readonly owners: readonly Owner[]; readonly self: Self; readonly order: number },
  { type, minor }: Schema,
): readonly Owner[] {
  const change = compare(before, after, type, minor);
  const own = owners.find((owner) => isSameOwner(owner, self))?.fields ?? emptySet;
  const set = union(change.added, change.modified);
  const isChanged = !isEmptySet(set);
  const others = withoutFields(owners, change, (owner) => !isSameOwner(owner, self));
  const fields = union(difference(own, change.removed), set);
  const last = owners.find((owner) => isSameOwner(owner, self))?.order ?? order;
  const rest = others.filter((owner) => !isSameOwner(owner, self));
  return [...rest, { ...self, fields, order: isChanged ? order : last }];
}

export interface Applied {
  readonly object: JsonObject;
  readonly owners: readonly Owner[];
}

/** What an apply makes of an object and its owners; the conflicts where it may not. */
export function applyTo(
  live: JsonObject,
  config: JsonObject,
  request: { readonly owners: readonly Owner[]; readonly self: Self; readonly order: number; readonly force: boolean },
  schema: Schema,
): Applied | { readonly conflicts: readonly Conflict[] } {
  const { type, minor } = schema;
  const { self, force } = request;
  const last = request.owners.find((owner) => isSameOwner(owner, self));
  const others = request.owners.filter((owner) => owner !== last);
  const own: Owner = { ...self, order: request.order, fields: setFields(config, type, minor) };
  const merged = objectIn(merge(live, config, type, minor));
  const object = last ? pruned(merged, last.fields, [...others, own], schema) : merged;
  const change = compare(live, object, type, minor);
  const conflicts = force ? [] : conflictsOf(others, change);
  if (conflicts.length > 0) return { conflicts };
  return { object, owners: [...withoutFields(others, change, () => true), own] };
}

function conflictsOf(owners: readonly Owner[], { added, modified }: Comparison): readonly Conflict[] {
  const changed = union(added, modified);
  return owners.flatMap((owner) =>
    fieldsOf(intersection(owner.fields, changed)).map((steps) => ({ field: fieldText(steps), steps, with: owner })),
  );
}

/** Owners lose what was changed or removed by another; who owns nothing any more is no owner. */
function withoutFields(
  owners: readonly Owner[],
  { added, modified, removed }: Comparison,
  isOther: (owner: Owner) => boolean,
): readonly Owner[] {
  const gone = union(union(added, modified), removed);
  return owners.flatMap((owner) => {
    if (!isOther(owner)) return [owner];
    const fields = difference(owner.fields, gone);
    return isEmptySet(fields) ? [] : [{ ...owner, fields }];
  });
}

/** Without what the applier set the last time, sets no longer, and nobody else owns. */
function pruned(merged: JsonObject, last: FieldSet, owners: readonly Owner[], { type, minor }: Schema): JsonObject {
  const named = (set: FieldSet): FieldSet => withNamedFields(set, type, minor);
  const lastNamed = named(last);
  const all = named(setFields(merged, type, minor));
  const bare = objectIn(remove(merged, lastNamed, type, minor));
  const owned = owners.reduce((set, { fields }) => union(set, fields), emptySet);
  const kept = union(named(setFields(bare, type, minor)), named(owned));
  const withOwned = objectIn(remove(merged, difference(all, kept), type, minor));
  const gone = intersection(difference(all, named(setFields(withOwned, type, minor))), lastNamed);
  return objectIn(remove(merged, gone, type, minor));
}

/** An object of which nothing is left is an empty one. */
function objectIn(value: ReturnType<typeof merge>): JsonObject {
  return isObject(value) ? value : {};
}
