/** What is sent to the server, and what it answers: the words of the simulation. */
import type { FieldSet, Steps } from './field-set.ts';
import type { JsonObject } from './json-value.ts';

/** A request. `create` and `update` send the whole object and set fields silently; `apply` is server-side apply. */
export interface ApplyStep {
  readonly operation: 'create' | 'update' | 'apply';
  /** The field manager. */
  readonly manager: string;
  /** Of an apply: takes fields from others instead of conflicting with them. */
  readonly force: boolean;
  readonly config: JsonObject;
}

/** Who owns which fields: an entry of managedFields. */
export interface Owner {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** Greater for owners who changed something later; of those that a server printed, their time in ms. */
  readonly order: number;
  readonly fields: FieldSet;
}

/** An object as the server keeps it. */
export interface Live {
  /** Without its managedFields. */
  readonly object: JsonObject;
  /** Appliers first, then by name, as the server sorts owners of one time. */
  readonly owners: readonly Owner[];
}

/** A field that somebody else owns with another value. */
export interface Conflict {
  /** As the server writes it: `.metadata.labels.app`, `.metadata.ownerReferences[uid="1"]`. */
  readonly field: string;
  readonly steps: Steps;
  readonly with: Owner;
}

/** Why a request fails whoever owns what. */
export interface Cause {
  /** As the server writes paths: `subsets[0].ports[1].name`. */
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

/** The cause, with the field at the start of its message. */
export function causeAt(field: string, reason: string, message: string): Cause {
  return { field, reason, message: `${field || 'the object'}: ${message}` };
}

export type ApplyOutcome =
  /** `lost` are the owners that the step took fields from, each with the fields. */
  | { readonly kind: 'result'; readonly live: Live; readonly lost: readonly Owner[] }
  /** The object stays as it was. */
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] }
  | { readonly kind: 'rejected'; readonly causes: readonly Cause[] };
