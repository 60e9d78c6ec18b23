/** What a server answers to a request, as JSON: the same for a replay and for files. */
import { memberOf } from '../../analysis/apply/json-value.ts';
import type { Json, JsonObject } from '../../analysis/apply/json-value.ts';
import { managedFieldsJson } from '../../analysis/apply/managed-fields.ts';
import { kindOf } from '../../analysis/apply/shape.ts';
import type { Cause, Conflict, Live, Owner } from '../../analysis/apply/apply-step.ts';

/** The object, but for what identifies it, and its owners. */
export function resultJson({ object, owners }: Live): JsonObject {
  const metadata = memberOf(object, 'metadata');
  return {
    labels: memberOf(metadata, 'labels') ?? {},
    annotations: memberOf(metadata, 'annotations') ?? {},
    finalizers: memberOf(metadata, 'finalizers') ?? [],
    ownerReferences: memberOf(metadata, 'ownerReferences') ?? [],
    ...contentOf(object),
    managedFields: managedFieldsJson(owners),
  };
}

/** What is there for its kind: an Endpoints may have no subsets, and a slice prints a list without items as null. */
function contentOf(object: JsonObject): JsonObject {
  if (kindOf(object) === 'Endpoints') return { subsets: memberOf(object, 'subsets') ?? [] };
  return Object.fromEntries(
    ['addressType', 'endpoints', 'ports'].map((name) => [name, memberOf(object, name) ?? null]),
  );
}

export function conflictJson({ field, with: owner }: Conflict): JsonObject {
  return { field, ...ownerJson(owner) };
}

/** An owner by update is called with its version, as the server does. */
export function ownerJson({ manager, operation, apiVersion }: Owner): JsonObject {
  return { with: manager, ...(operation === 'Update' ? { using: apiVersion } : {}) };
}

export function rejectedJson(causes: readonly Cause[], config: JsonObject): JsonObject {
  const kind = kindOf(config);
  const name = memberOf(memberOf(config, 'metadata'), 'name');
  const subject = typeof name === 'string' && name !== '' ? `${kind} ${JSON.stringify(name)}` : `This ${kind}`;
  return {
    causes: causes.map(({ field, reason }): Json => ({ field, reason })),
    message: `${subject} is invalid: ${causes.map(({ message }) => message).join('; ')}.`,
  };
}
