/** Computes the owners after an update or an apply, and the conflicts of an apply. */
import {
  difference,
  emptySet,
  fieldsOf,
  fieldText,
  intersection,
  isEmptySet,
  union,
  type FieldSet,
  type Steps,
} from './field-set.ts';
import type { JsonObject } from './json-value.ts';
import { compareFields, mergeApplied, removeFields, type Comparison } from './merge-applied.ts';
import { setFields, withLiveParts, withNamedFields } from './config-fields.ts';
import { rootType } from './shape.ts';
import type { Conflict, Live, Owner } from './apply-step.ts';

export type Writer = Omit<Owner, 'fields' | 'order'>;

/** Appliers of all API versions share one field set. */
export function isSameOwner(a: Writer, b: Writer): boolean {
  const isSame = a.manager === b.manager && a.operation === b.operation && a.subresource === b.subresource;
  return isSame && (a.operation === 'Apply' || a.apiVersion === b.apiVersion);
}

/** Equal for the same owner. */
export function ownerKey({ manager, operation, apiVersion, subresource }: Writer): string {
  return JSON.stringify([manager, operation, operation === 'Apply' ? '' : apiVersion, subresource]);
}

/** The API server drops owners through a version of another kind, or one that it does not serve. */
function isServed(apiVersion: string, own: string, minor: number): boolean {
  const isOld = apiVersion === 'discovery.k8s.io/v1beta1' && own.startsWith('discovery.k8s.io/') && minor < 25;
  return isOld || apiVersion.replace(/^\//, '') === own;
}

/** The owners whose versions are served, with the fields that the API server reads in their entries. */
function servedOwners(owners: readonly Owner[], live: JsonObject, self: Writer, minor: number): readonly Owner[] {
  const served = owners.filter(({ apiVersion }) => isServed(apiVersion, self.apiVersion, minor));
  if (minor > 20) return served;
  const parts = setFields(live, minor);
  return served.map((owner) => ({ ...owner, fields: withLiveParts(owner.fields, parts, rootType(live), minor) }));
}

/** The owners after an update: the writer owns every changed field, without conflicts. */
export function ownersAfterUpdate(
  before: JsonObject,
  after: JsonObject,
  { owners, self, order }: { readonly owners: readonly Owner[]; readonly self: Writer; readonly order: number },
  minor: number,
): readonly Owner[] {
  const change = compareFields(before, after, minor);
  const served = servedOwners(owners, before, self, minor);
  const own = served.find((owner) => isSameOwner(owner, self))?.fields ?? emptySet;
  const set = union(change.added, change.modified);
  const isChanged = !isEmptySet(set);
  const others = withoutFields(served, change, (owner) => !isSameOwner(owner, self));
  const fields = union(difference(own, change.removed), set);
  const last = owners.find((owner) => isSameOwner(owner, self))?.order ?? order;
  const rest = others.filter((owner) => !isSameOwner(owner, self));
  return [...rest, { ...self, fields, order: isChanged ? order : last }];
}

/** The object and its owners after an apply, or the conflicts that stop it. */
export function applyTo(
  live: JsonObject,
  config: JsonObject,
  request: {
    readonly owners: readonly Owner[];
    readonly self: Writer;
    readonly order: number;
    readonly force: boolean;
  },
  minor: number,
): Live | { readonly conflicts: readonly Conflict[] } {
  const { self, force } = request;
  const owners = servedOwners(request.owners, live, self, minor);
  const last = owners.find((owner) => isSameOwner(owner, self));
  const others = owners.filter((owner) => owner !== last);
  const own: Owner = { ...self, order: request.order, fields: setFields(config, minor) };
  const merged = mergeApplied(live, config, minor);
  const object = last ? pruned(merged, last.fields, [...others, own], minor) : merged;
  const change = compareFields(live, object, minor);
  const conflicts = force ? [] : conflictsOf(others, change, minor);
  if (conflicts.length > 0) return { conflicts };
  return { object, owners: [...withoutFields(others, change, () => true), own] };
}

function conflictsOf(owners: readonly Owner[], { added, modified }: Comparison, minor: number): readonly Conflict[] {
  const changed = union(added, modified);
  return owners.flatMap((owner) => {
    const fields = fieldsOf(intersection(owner.fields, changed));
    return fields.map((steps) => {
      const shown = minor > 20 ? steps : lastBeside(steps, fields);
      return { field: fieldText(shown), steps, with: owner };
    });
  });
}

/** 1.20 keeps the fields of one owner reference in one slice of memory, so it prints the last of them for each. */
function lastBeside(steps: Steps, fields: readonly Steps[]): Steps {
  if (steps.length !== 4) return steps;
  const isBeside = (other: Steps): boolean =>
    other.length === 4 && other.slice(0, 3).every((step, i) => step === steps[i]);
  return fields.filter(isBeside).reduce((last, other) => ((other[3] ?? '') > (last[3] ?? '') ? other : last), steps);
}

/** Other owners lose every field that was changed or removed. An owner without fields is dropped. */
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

/** The object without the fields that only the applier owned and no longer sets. */
function pruned(merged: JsonObject, last: FieldSet, owners: readonly Owner[], minor: number): JsonObject {
  const named = (set: FieldSet): FieldSet => withNamedFields(set, rootType(merged), minor);
  const lastNamed = named(last);
  const all = named(setFields(merged, minor));
  const bare = removeFields(merged, lastNamed, minor);
  const owned = owners.reduce((set, { fields }) => union(set, fields), emptySet);
  const kept = union(named(setFields(bare, minor)), named(owned));
  const withOwned = removeFields(merged, difference(all, kept), minor);
  const gone = intersection(difference(all, named(setFields(withOwned, minor))), lastNamed);
  return removeFields(merged, gone, minor);
}
