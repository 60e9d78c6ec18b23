/** Requests to the simulated API server, and its outcomes. */
import type { FieldSet, Steps } from './field-set.ts';
import type { JsonObject } from './json-value.ts';

/** `create` and `update` send the whole object and set fields without conflicts; `apply` is server-side apply. */
export interface ApplyStep {
  readonly operation: 'create' | 'update' | 'apply';
  readonly manager: string;
  /** For an apply: takes fields from other owners instead of failing with a conflict. */
  readonly force: boolean;
  readonly config: JsonObject;
}

export interface Owner {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Greater for later changes; the time in ms for owners that a server printed. */
  readonly order: number;
  readonly fields: FieldSet;
}

/** An object as the API server stores it. */
export interface Live {
  /** Without its managedFields. */
  readonly object: JsonObject;
  /** Appliers first, then by name, as the API server sorts owners of one time. */
  readonly owners: readonly Owner[];
}

/** A field that another owner has set to another value. */
export interface Conflict {
  /** As the API server prints it: `.metadata.labels.app`, `.metadata.ownerReferences[uid="1"]`. */
  readonly field: string;
  readonly steps: Steps;
  readonly with: Owner;
}

/** Why a request is rejected, whoever owns the fields. */
export interface Cause {
  /** As the API server prints paths: `subsets[0].ports[1].name`. */
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

/** Builds a cause whose message starts with the field. */
export function causeAt(field: string, reason: string, message: string): Cause {
  return { field, reason, message: `${field || 'the object'}: ${message}` };
}

export type ApplyOutcome =
  /** `lost` holds the owners that lost fields, each with these fields. */
  | { readonly kind: 'result'; readonly live: Live; readonly lost: readonly Owner[] }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] }
  | { readonly kind: 'rejected'; readonly causes: readonly Cause[] };
