/** What a server answers to a request, as JSON: the same for a replay and for files. */
import { memberOf } from '../../analysis/apply/json.ts';
import type { Json, JsonObject } from '../../analysis/apply/json.ts';
import { managedFieldsJson } from '../../analysis/apply/managed-fields.ts';
import type { Cause, Conflict, Live, Owner } from '../../analysis/apply/step.ts';

/** The object, but for what identifies it, and its owners. */
export function resultJson({ object, owners }: Live): JsonObject {
  const metadata = memberOf(object, 'metadata');
  return {
    labels: memberOf(metadata, 'labels') ?? {},
    annotations: memberOf(metadata, 'annotations') ?? {},
    finalizers: memberOf(metadata, 'finalizers') ?? [],
    ownerReferences: memberOf(metadata, 'ownerReferences') ?? [],
    subsets: memberOf(object, 'subsets') ?? [],
    managedFields: managedFieldsJson(owners),
  };
}

export function conflictJson({ field, with: owner }: Conflict): JsonObject {
  return { field, ...ownerJson(owner) };
}

/** An owner by update is called with its version, as the server does. */
export function ownerJson({ manager, operation, apiVersion }: Owner): JsonObject {
  return { with: manager, ...(operation === 'Update' ? { using: apiVersion } : {}) };
}

export function rejectedJson(causes: readonly Cause[], config: JsonObject): JsonObject {
  const name = memberOf(memberOf(config, 'metadata'), 'name');
  const subject = typeof name === 'string' && name !== '' ? `Endpoints ${JSON.stringify(name)}` : 'This Endpoints';
  return {
    causes: causes.map(({ field, reason }): Json => ({ field, reason })),
    message: `${subject} is invalid: ${causes.map(({ message }) => message).join('; ')}.`,
  };
}
