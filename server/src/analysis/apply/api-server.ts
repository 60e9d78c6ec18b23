/** Simulates create, update and server-side apply: fields and owners. `lint/verdict` validates the content. */
import { apiVersions } from '../../contract/contract.ts';
import { fieldManagerProblem, utf8Length } from '../../contract/string-format.ts';
import { newestMinor } from '../../contract/version.ts';
import { quote } from '../../text/quote.ts';
import { limitUpdaters } from './updater-limit.ts';
import { difference, emptySet, fieldText, isEmptySet, type FieldSet } from './field-set.ts';
import { compareJson, isList, isUnknown, memberOf, memberObject, type Json, type JsonObject } from './json-value.ts';
import { withLastApplied, withoutLastApplied } from './last-applied.ts';
import { indexOfOwner, readOwners, problemText, withRecordedFields, sortOwners } from './managed-fields.ts';
import { strayFields } from './owners.ts';
import { isEmptyJson, kindOf, rootType } from './shape.ts';
import { causeAt, type Cause, type Live, type ApplyOutcome, type Owner, type ApplyStep } from './apply-step.ts';
import { decoded, printed, stored } from './stored.ts';
import { withoutSystemFields, withoutTwinOwners, withSystemFields } from './system-fields.ts';
import { typeCauses } from './type-causes.ts';
import { applyTo, isSameOwner, ownersAfterUpdate, type Writer } from './updater.ts';

const nothing: Live = { object: {}, owners: [] };
const maxManagerBytes = 128;

/** The outcome of a request; `live` is undefined where the object does not exist yet. */
export function perform(live: Live | undefined, step: ApplyStep, minor = newestMinor): ApplyOutcome {
  const outcome = performUnvalidated(live, step, minor);
  if (outcome.kind !== 'result') return outcome;
  const causes = immutableFieldCauses(live?.object, outcome.live.object);
  return causes.length > 0 ? { kind: 'rejected', causes } : outcome;
}

/** The same without validation of immutable fields, for callers that validate the result themselves. */
export function performUnvalidated(live: Live | undefined, step: ApplyStep, minor: number): ApplyOutcome {
  const causes = causesOf(live, step, minor);
  if (causes.length > 0) return { kind: 'rejected', causes };
  const before = live ?? nothing;
  const outcome = isApply(step) ? applied(before, step, minor) : written(before, step, minor);
  return outcome.kind === 'result' ? { ...outcome, lost: lostFields(before, outcome.live, step) } : outcome;
}

/** An object as a server printed it, or the problem in its managedFields with its path. */
export function liveObject(
  object: JsonObject,
  minor: number,
): { readonly live: Live } | { readonly problem: string; readonly path: readonly (string | number)[] } {
  const { managedFields = null, ...metadata } = memberObject(object, 'metadata');
  const read = readOwners(managedFields, rootType(object), minor);
  if ('problem' in read) return { problem: problemText(read.problem), path: read.problem.path };
  const kept = printed({ ...object, metadata }, minor);
  for (const owner of read.owners) {
    const [stray] = strayFields(kept, owner, minor);
    if (!stray) continue;
    const problem = `metadata.managedFields lists ${fieldText(stray.steps)} as owned by ${quote(owner.manager)}, but ${stray.why}. Export the object again.`;
    const index = indexOfOwner(managedFields, owner);
    return { problem, path: ['metadata', 'managedFields', index, 'fieldsV1', ...stray.steps] };
  }
  return { live: { object: kept, owners: read.owners } };
}

function isApply({ operation }: ApplyStep): boolean {
  return operation === 'apply';
}

/** Each check of the API server runs only where the checks before it found nothing. */
function causesOf(live: Live | undefined, step: ApplyStep, minor: number): readonly Cause[] {
  const checks = [
    () => managerCauses(step),
    () => requestCauses(live, step),
    () => typeCauses(step.config, { minor, isStrict: isApply(step) }),
    () => objectCauses(live, step, minor),
  ];
  for (const check of checks) {
    const causes = check();
    if (causes.length > 0) return causes;
  }
  return [];
}

function managerCauses({ operation, manager }: ApplyStep): readonly Cause[] {
  const refuse = (reason: string, message: string): readonly Cause[] => [causeAt('fieldManager', reason, message)];
  // For requests without a name, the API server uses the name of the client program.
  if (manager === '')
    return operation === 'apply' ? refuse('FieldValueRequired', 'an apply requires the name of its field manager') : [];
  const problem = fieldManagerProblem(manager);
  if (problem === undefined) return [];
  const reason = utf8Length(manager) > maxManagerBytes ? 'FieldValueTooLong' : 'FieldValueInvalid';
  return refuse(reason, `${quote(manager)} ${problem}`);
}

/** Why the API server rejects the request before it reads fields. */
function requestCauses(live: Live | undefined, { operation, config }: ApplyStep): readonly Cause[] {
  const causes: Cause[] = [];
  const kind = kindOf(live?.object ?? config);
  for (const [name, right] of Object.entries({ apiVersion: apiVersions[kind], kind })) {
    const value = memberOf(config, name);
    if (value !== right) causes.push(causeAt(name, 'FieldValueInvalid', `${shown(value)} must be "${right}"`));
  }
  const hasOwners = (memberOf(memberOf(config, 'metadata'), 'managedFields') ?? null) !== null;
  if (causes.length > 0 || operation !== 'apply' || !hasOwners) return causes;
  return [causeAt('metadata.managedFields', 'FieldValueForbidden', 'an apply must not carry managedFields')];
}

function objectCauses(live: Live | undefined, { operation, config }: ApplyStep, minor: number): readonly Cause[] {
  if (!live) {
    const isMissing = operation === 'update' && kindOf(config) === 'EndpointSlice';
    return isMissing ? [causeAt('metadata.name', 'NotFound', 'an update cannot create an EndpointSlice')] : [];
  }
  if (operation === 'create') return [causeAt('metadata.name', 'AlreadyExists', 'the object already exists')];
  return operation === 'apply' ? twinCauses(live.object, minor) : [];
}

/** The `addressType` of a slice is immutable. */
export function immutableFieldCauses(before: JsonObject | undefined, after: JsonObject): readonly Cause[] {
  const [old, now] = [memberOf(before, 'addressType'), memberOf(after, 'addressType') ?? null];
  if (kindOf(before) !== 'EndpointSlice' || !old || compareJson(old, now) !== 'different') return [];
  const message = `${shown(old)} is immutable and cannot become ${shown(now)}`;
  return [causeAt('addressType', 'FieldValueInvalid', message)];
}

/** Before this minor version, an object with repeated list items had no owners, and could not be applied to. */
const twinsSince = 29;

export function twinCauses(object: JsonObject, minor: number): readonly Cause[] {
  if (minor >= twinsSince) return [];
  const causes = typeCauses(object, { minor, isStrict: true });
  return causes.filter(({ reason }) => reason === 'FieldValueDuplicate');
}

function shown(value: Json | undefined): string {
  if (isUnknown(value)) return value.text;
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function written(live: Live, { operation, manager, config }: ApplyStep, minor: number): ApplyOutcome {
  const { managedFields = null, ...metadata } = memberObject(config, 'metadata');
  const sentObject = { ...config, metadata };
  const object = withoutTwinOwners(
    decoded(operation === 'create' ? withoutSystemFields(sentObject) : sentObject, minor),
  );
  const sent = readOwners(managedFields, rootType(config), minor);
  // Invalid managedFields count as absent; an empty list, or one empty entry, removes all owners.
  const isReset =
    isList(managedFields) && managedFields.length < 2 && managedFields.every((entry) => isEmptyJson(entry));
  const asked = 'owners' in sent && !isReset ? sent.owners : [];
  const owners = asked.length > 0 || isReset ? asked : live.owners;
  const self: Writer = { manager, operation: 'Update', apiVersion: versionOf(config), subresource: '' };
  const kept = systemObject(stored(object, minor), live);
  // An object without any known owner gets no owner by an update.
  if (owners.length === 0 && operation !== 'create' && live !== nothing) return result(kept, owners);
  if ([live.object, object].some((each) => twinCauses(each, minor).length > 0)) return result(kept, []);
  const before = live === nothing ? emptyObject(object, minor) : live.object;
  const after = ownersAfterUpdate(before, object, { owners, self, order: nextOrder(owners) }, minor);
  return result(kept, limitUpdaters(withRecordedFields(after, (owner) => isSameOwner(owner, self))));
}

/** The object as it is stored, after its fields have their owners. */
function systemObject(object: JsonObject, live: Live): JsonObject {
  return live === nothing ? withoutSystemFields(object) : withSystemFields(object, live.object);
}

function applied(live: Live, step: ApplyStep, minor: number): ApplyOutcome {
  const { manager, config } = step;
  const self: Writer = { manager, operation: 'Apply', apiVersion: versionOf(config), subresource: '' };
  const owners = live.owners.length > 0 ? live.owners : firstOwners(live, minor);
  const request = { owners, self, order: nextOrder(owners), force: step.force };
  let after = applyTo(live.object, config, request, minor);
  if ('conflicts' in after) {
    const conflicts = withoutLastApplied(after.conflicts, live, manager, minor);
    if (conflicts.length > 0) return { kind: 'conflicts', conflicts };
    after = applyTo(live.object, config, { ...request, force: true }, minor);
  }
  if ('conflicts' in after) return { kind: 'conflicts', conflicts: after.conflicts };
  const object = withLastApplied(withoutTwinOwners(stored(after.object, minor)), config, manager);
  return result(
    systemObject(object, live),
    withRecordedFields(after.owners, (owner) => isSameOwner(owner, self)),
  );
}

/** Fields from before the first apply belong to the manager `before-first-apply`. */
function firstOwners({ object }: Live, minor: number): readonly Owner[] {
  const apiVersion = versionOf(object);
  const self: Writer = { manager: 'before-first-apply', operation: 'Update', apiVersion, subresource: '' };
  const before = emptyObject(object, minor);
  const owners = ownersAfterUpdate(before, object, { owners: [], self, order: 0 }, minor);
  return withRecordedFields(owners, () => true);
}

/** A new object of the kind has its metadata and its empty lists already, so a create does not add them. */
function emptyObject(object: JsonObject, minor: number): JsonObject {
  return { ...stored({ kind: kindOf(object) }, minor), metadata: {} };
}

function result(object: JsonObject, owners: readonly Owner[]): ApplyOutcome {
  return { kind: 'result', live: { object, owners: sortOwners(owners) }, lost: [] };
}

function versionOf(object: JsonObject): string {
  return apiVersions[kindOf(object)];
}

function nextOrder(owners: readonly Owner[]): number {
  return owners.reduce((most, { order }) => Math.max(most, order), 0) + 1;
}

function lostFields(before: Live, after: Live, { manager, operation }: ApplyStep): readonly Owner[] {
  const isSelf = (owner: Owner): boolean =>
    owner.manager === manager && owner.operation === (operation === 'apply' ? 'Apply' : 'Update');
  return before.owners.flatMap((owner) => {
    const left = after.owners.find((each) => isSameOwner(each, owner))?.fields ?? emptySet;
    const fields: FieldSet = difference(owner.fields, left);
    return isSelf(owner) || isEmptySet(fields) ? [] : [{ ...owner, fields }];
  });
}
