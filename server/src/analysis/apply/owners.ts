/** Who owns which part of an object. */
import type { Type } from '../../contract/type.ts';
import type { Path } from '../../tree/path.ts';
import { fieldsOf, hasField } from './field-set.ts';
import type { Steps } from './field-set.ts';
import { isList } from './json.ts';
import type { Json } from './json.ts';
import { endpointsType, granular, isBlank, partsOf, typeBelow } from './shape.ts';
import type { Part } from './shape.ts';
import type { Live, Owner } from './step.ts';

/** A part of an object that is owned as one, or that holds others. */
export interface OwnedPart {
  readonly path: Path;
  readonly steps: Steps;
  /** Nobody for what identifies the object, or what the server fills in. */
  readonly owners: readonly Owner[];
  /** True where the part is owned as one, with all that is in it. */
  readonly isWhole: boolean;
}

/** The parts of the object, each before those in it. */
export function ownedParts({ object, owners }: Live, minor: number): readonly OwnedPart[] {
  const parts: OwnedPart[] = [];
  collect(object, { type: endpointsType(), path: [], steps: [] }, { owners, minor, parts });
  return parts;
}

interface Place {
  readonly type: Type;
  readonly path: Path;
  readonly steps: Steps;
}

interface State {
  readonly owners: readonly Owner[];
  readonly minor: number;
  readonly parts: OwnedPart[];
}

function collect(value: Json, { type, path, steps }: Place, state: State): void {
  const parted = isBlank(value) ? undefined : granular(type, state.minor);
  const owners = state.owners.filter(({ fields }) => hasField(fields, steps));
  if (steps.length > 0) state.parts.push({ path, steps, owners, isWhole: !parted });
  if (!parted) return;
  for (const [i, part] of partsOf(value, parted, state.minor).entries()) {
    const at = [...path, isList(value) ? i : part.step.slice(2)];
    collect(part.value, { type: part.type, path: at, steps: [...steps, part.step] }, state);
  }
}

/** Where in the object a field of a field set is; undefined where the object has no such field. */
export function pathOf(object: Json, steps: Steps, minor: number): Path | undefined {
  return walk(object, steps, minor).path;
}

/** An owned field that no server can have printed beside this object: the type or the object lacks it. */
export function strayField(object: Json, owner: Owner, minor: number): { steps: Steps; why: string } | undefined {
  return strayFields(object, owner, minor)[0];
}

/** All of them, but for those below another one. */
export function strayFields(
  object: Json,
  { fields }: Owner,
  minor: number,
): readonly { readonly steps: Steps; readonly why: string }[] {
  const found: { readonly steps: Steps; readonly why: string }[] = [];
  for (const steps of fieldsOf(fields)) {
    const why = walk(object, steps, minor).why;
    const isBelow = found.some((each) => each.steps.every((step, i) => step === steps[i]));
    if (why !== undefined && !isBelow) found.push({ steps, why });
  }
  return found;
}

/** Named fields may be owned where they are empty, and so not there; keys and items may not. */
function walk(object: Json, steps: Steps, minor: number): { readonly path?: Path; readonly why?: string } {
  let value: Json | undefined = object;
  let type: Type | undefined = endpointsType();
  const path: (string | number)[] = [];
  for (const step of steps) {
    const parted = granular(type, minor);
    const below = typeBelow(type, step, minor);
    if (!parted || !below) return { why: 'Endpoints have no such field' };
    const parts: readonly Part[] = value === undefined ? [] : partsOf(value, parted, minor);
    const i = parts.findIndex((part) => part.step === step);
    if (i < 0 && parted.kind !== 'object') return { why: 'the object has nothing there' };
    path.push(isList(value) ? i : step.slice(2));
    value = parts[i]?.value;
    type = below;
  }
  return value === undefined ? {} : { path };
}

/** `team-a`, or `kubectl-create (by update)` for one that did not apply. */
export function ownerText({ manager, operation, subresource }: Owner): string {
  const how = [
    operation === 'Update' ? 'by update' : '',
    subresource === '' ? '' : `subresource ${subresource}`,
  ].filter(Boolean);
  return how.length === 0 ? manager : `${manager} (${how.join(', ')})`;
}
