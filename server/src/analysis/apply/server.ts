/**
 * The API server's side of create, update and server-side apply, as far as fields and their owners are concerned. What the
 * object says is judged by the rules, not here.
 */
import { fieldManagerProblem } from '../../contract/format.ts';
import { newestMinor } from '../../contract/version.ts';
import { quote } from '../../text/quote.ts';
import { capped } from './capped.ts';
import { difference, emptySet, fieldText, isEmptySet } from './field-set.ts';
import type { FieldSet } from './field-set.ts';
import { isObject, memberOf } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { forcedByLastApplied, withLastApplied } from './last-applied.ts';
import { indexOfOwner, readOwners, problemText, recorded, sorted } from './managed-fields.ts';
import { strayField } from './owners.ts';
import { endpointsType, isBlank } from './shape.ts';
import type { Cause, Live, Outcome, Owner, Step } from './step.ts';
import { stored } from './stored.ts';
import { typeCauses } from './typed.ts';
import { applyTo, isSameOwner, ownersAfterUpdate } from './updater.ts';
import type { Schema, Self } from './updater.ts';

const apiVersion = 'v1';
const nothing: Live = { object: {}, owners: [] };

/** What the server makes of the request; `live` is undefined where there is no such object yet. */
export function perform(live: Live | undefined, step: Step, minor = newestMinor): Outcome {
  const type = endpointsType();
  const schema = { type, minor };
  const causes = [...requestCauses(live, step), ...typeCauses(step.config, type, { minor, isStrict: isApply(step) })];
  if (causes.length > 0) return { kind: 'rejected', causes };
  const before = live ?? nothing;
  const outcome = isApply(step) ? applied(before, step, schema) : written(before, step, schema);
  return outcome.kind === 'result' ? { ...outcome, lost: lostFields(before, outcome.live, step) } : outcome;
}

/** What an owner has before any request: as a server printed it. */
export function liveObject(
  object: JsonObject,
  minor: number,
): { readonly live: Live } | { readonly problem: string; readonly path: readonly (string | number)[] } {
  const type = endpointsType();
  const { managedFields = null, ...metadata } = objectAt(object, 'metadata');
  const read = readOwners(managedFields, type, minor);
  if ('problem' in read) return { problem: problemText(read.problem), path: read.problem.path };
  const kept = stored({ ...object, metadata }, type, minor);
  for (const owner of read.owners) {
    const stray = strayField(kept, owner, minor);
    if (!stray) continue;
    const problem = `metadata.managedFields says that ${quote(owner.manager)} owns ${fieldText(stray.steps)}, but ${stray.why}. Print the object anew.`;
    const index = indexOfOwner(managedFields, owner);
    return { problem, path: ['metadata', 'managedFields', index, 'fieldsV1', ...stray.steps] };
  }
  return { live: { object: kept, owners: read.owners } };
}

function isApply({ operation }: Step): boolean {
  return operation === 'apply';
}

/** What the server refuses before it looks at fields. */
function requestCauses(live: Live | undefined, { operation, manager, config }: Step): readonly Cause[] {
  const causes: Cause[] = [];
  const refuse = (field: string, reason: string, message: string): void => {
    causes.push({ field, reason, message: `${field}: ${message}` });
  };
  for (const [name, right] of [
    ['apiVersion', apiVersion],
    ['kind', 'Endpoints'],
  ] as const) {
    const value = memberOf(config, name);
    if (value !== right) refuse(name, 'FieldValueInvalid', `${shown(value)} stands where "${right}" is expected`);
  }
  if (operation === 'create' && live) refuse('metadata.name', 'AlreadyExists', 'the object is there already');
  if (operation !== 'apply') return causes;
  const problem = fieldManagerProblem(manager);
  if (manager === '') refuse('fieldManager', 'FieldValueRequired', 'an apply needs the name of its field manager');
  else if (problem !== undefined) refuse('fieldManager', 'FieldValueInvalid', `${quote(manager)} ${problem}`);
  if ((memberOf(memberOf(config, 'metadata'), 'managedFields') ?? null) !== null)
    refuse('metadata.managedFields', 'FieldValueForbidden', 'an apply must not carry managedFields');
  return causes;
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function objectAt(object: JsonObject, name: string): Readonly<Record<string, Json>> {
  const value = memberOf(object, name);
  return isObject(value) ? value : {};
}

function written(live: Live, { operation, manager, config }: Step, schema: Schema): Outcome {
  const { managedFields = null, ...metadata } = objectAt(config, 'metadata');
  const own = operation === 'create' ? withoutSystemFields(metadata) : metadata;
  const object = stored({ ...config, metadata: own }, schema.type, schema.minor);
  const sent = readOwners(managedFields, schema.type, schema.minor);
  // What cannot be read counts as not sent; one empty entry asks to forget all owners.
  const isReset = Array.isArray(managedFields) && managedFields.every((entry) => isBlank(entry));
  const asked = 'owners' in sent && !isReset ? sent.owners : [];
  const owners = asked.length > 0 || isReset ? asked : live.owners;
  const self: Self = { manager, operation: 'Update', apiVersion, subresource: '' };
  // Nobody is noted for an object of which no owner is known.
  if (owners.length === 0 && operation !== 'create' && live !== nothing) return result(object, owners);
  const after = ownersAfterUpdate(live.object, object, { owners, self, order: nextOrder(owners) }, schema);
  return result(object, capped(recorded(after, (owner) => isSameOwner(owner, self))));
}

/** A create makes these anew, whatever it is sent. */
function withoutSystemFields(metadata: Readonly<Record<string, Json>>): JsonObject {
  const system = ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink', 'uid'];
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !system.includes(name)));
}

function applied(live: Live, step: Step, schema: Schema): Outcome {
  const { manager, config } = step;
  const self: Self = { manager, operation: 'Apply', apiVersion, subresource: '' };
  const owners = live.owners.length > 0 ? live.owners : firstOwners(live, schema);
  const request = { owners, self, order: nextOrder(owners), force: step.force };
  let after = applyTo(live.object, config, request, schema);
  if ('conflicts' in after && forcedByLastApplied(live, after.conflicts, manager, schema))
    after = applyTo(live.object, config, { ...request, force: true }, schema);
  if ('conflicts' in after) return { kind: 'conflicts', conflicts: after.conflicts };
  const object = withLastApplied(stored(after.object, schema.type, schema.minor), config, manager);
  return result(
    object,
    recorded(after.owners, (owner) => isSameOwner(owner, self)),
  );
}

/** What was there before the first apply belongs to nobody in particular. */
function firstOwners({ object }: Live, schema: Schema): readonly Owner[] {
  const self: Self = { manager: 'before-first-apply', operation: 'Update', apiVersion, subresource: '' };
  const owners = ownersAfterUpdate({}, object, { owners: [], self, order: 0 }, schema);
  return recorded(owners, () => true);
}

function result(object: JsonObject, owners: readonly Owner[]): Outcome {
  return { kind: 'result', live: { object, owners: sorted(owners) }, lost: [] };
}

function nextOrder(owners: readonly Owner[]): number {
  return owners.reduce((most, { order }) => Math.max(most, order), 0) + 1;
}

/** What owners had before and have no longer, but for the one who wrote. */
function lostFields(before: Live, after: Live, { manager, operation }: Step): readonly Owner[] {
  const isSelf = (owner: Owner): boolean =>
    owner.manager === manager && owner.operation === (operation === 'apply' ? 'Apply' : 'Update');
  return before.owners.flatMap((owner) => {
    const left = after.owners.find((each) => isSameOwner(each, owner))?.fields ?? emptySet;
    const fields: FieldSet = difference(owner.fields, left);
    return isSelf(owner) || isEmptySet(fields) ? [] : [{ ...owner, fields }];
  });
}
