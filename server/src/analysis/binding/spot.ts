/** Looks up the contract at a path where nothing is written yet, for completion and hover. */
import type { Field, ObjectType, Type } from '../../contract/type.ts';
import type { Path } from '../../tree/path.ts';
import { knownField } from '../../contract/known-field.ts';

export interface Spot {
  readonly type: Type;
  /** The object type and its field; undefined for list items, map values and the root. */
  readonly owner: ObjectType | undefined;
  readonly field: Field | undefined;
}

/** The contract at the path in a Kubernetes minor version; undefined where the contract has nothing there. */
export function spotAt(root: Type, path: Path, minor: number): Spot | undefined {
  let spot: Spot = { type: root, owner: undefined, field: undefined };
  for (const step of path) {
    const below = stepInto(spot.type, step, minor);
    if (!below) return undefined;
    spot = below;
  }
  return spot;
}

function stepInto(type: Type, step: string | number, minor: number): Spot | undefined {
  if (type.kind === 'list' && typeof step === 'number') return { type: type.item, owner: undefined, field: undefined };
  if (typeof step !== 'string') return undefined;
  if (type.kind === 'map') return { type: type.value, owner: undefined, field: undefined };
  const field = type.kind === 'object' ? knownField(type, step, minor) : undefined;
  return field && type.kind === 'object' ? { type: field.type, owner: type, field } : undefined;
}
