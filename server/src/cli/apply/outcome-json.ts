/** Writes the API server's answer to a request as JSON, for a replay and for files. */
import { memberOf, type Json, type JsonObject } from '../../analysis/apply/json-value.ts';
import type { Steps } from '../../analysis/apply/field-set.ts';
import { managedFieldsJson } from '../../analysis/apply/managed-fields.ts';
import { kindOf } from '../../analysis/apply/shape.ts';
import type { Cause, Conflict, Live, Owner } from '../../analysis/apply/apply-step.ts';

/** The object without its identity, and its owners. */
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

/** The content for its kind. An absent list is empty, as for the metadata. */
function contentOf(object: JsonObject): JsonObject {
  if (kindOf(object) === 'Endpoints') return { subsets: memberOf(object, 'subsets') ?? [] };
  const [addressType, endpoints, ports] = ['addressType', 'endpoints', 'ports'].map((name) => memberOf(object, name));
  return { addressType: addressType ?? null, endpoints: endpoints ?? [], ports: ports ?? [] };
}

/** In the order of the API server's message: by the JSON of the owner, then by field. */
export function conflictsJson(conflicts: readonly Conflict[]): readonly JsonObject[] {
  return conflicts
    .map((conflict) => ({ conflict, owner: JSON.stringify([conflict.with.manager, conflict.with.operation]) }))
    .sort((a, b) => order(a.owner, b.owner) || compareSteps(a.conflict.steps, b.conflict.steps))
    .map(({ conflict: { field, with: owner } }) => ({ field, ...ownerJson(owner) }));
}

/** Sorted by name, but the fields of a level come before those below it. */
function compareSteps(a: Steps, b: Steps): number {
  const at = a.findIndex((step, i) => step !== b[i]);
  if (at < 0 || at === b.length) return a.length - b.length;
  return Number(at < a.length - 1) - Number(at < b.length - 1) || order(a[at] ?? '', b[at] ?? '');
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Like the API server, with the version only for an update. */
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
