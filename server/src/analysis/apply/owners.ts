/** Maps fields of field managers to parts of an object and back. */
import type { Type } from '../../contract/type.ts';
import { groupBy } from '../../text/group.ts';
import type { Path } from '../../tree/path.ts';
import { emptySet, fieldsOf, type FieldSet, type Steps } from './field-set.ts';
import { isList, memberOf, valueAt, type Json } from './json-value.ts';
import { granularType, indexOf, isEmptyJson, kindOf, partsOf, rootType, typeBelow } from './shape.ts';
import type { Live, Owner } from './apply-step.ts';

/** A part of an object that has owners, or that holds such parts. */
export interface OwnedPart {
  readonly path: Path;
  readonly steps: Steps;
  /** Empty for fields that identify the object or that the API server sets. */
  readonly owners: readonly Owner[];
  /** True where the part has no parts with owners of their own. */
  readonly isWhole: boolean;
}

/** All parts of the object, each before the parts inside it. */
export function ownedParts({ object, owners }: Live, minor: number): readonly OwnedPart[] {
  const parts: OwnedPart[] = [];
  const held = owners.map((owner) => ({ owner, fields: owner.fields }));
  collect(object, { type: rootType(object), path: [], steps: [], held }, { minor, parts });
  return parts;
}

interface PartPlace {
  readonly type: Type;
  readonly path: Path;
  readonly steps: Steps;
  readonly held: readonly Held[];
}

interface Held {
  readonly owner: Owner;
  readonly fields: FieldSet;
}

interface State {
  readonly minor: number;
  readonly parts: OwnedPart[];
}

function collect(value: Json, { type, path, steps, held }: PartPlace, state: State): void {
  const parted = isEmptyJson(value) ? undefined : granularType(type, state.minor);
  const owners = held.flatMap(({ owner, fields }) => (fields.isMember ? [owner] : []));
  if (steps.length > 0) state.parts.push({ path, steps, owners, isWhole: !parted });
  if (!parted) return;
  const below = byStep(held);
  for (const [i, part] of partsOf(value, parted, state.minor).entries()) {
    const at = [...path, isList(value) ? i : part.step.slice(2)];
    const place = { type: part.type, path: at, steps: [...steps, part.step], held: below.get(part.step) ?? [] };
    collect(part.value, place, state);
  }
}

/** Grouped once for all parts: there may be thousands of owners and of parts. */
function byStep(held: readonly Held[]): ReadonlyMap<string, readonly Held[]> {
  const below = held.flatMap(({ owner, fields }) =>
    [...fields.children].map(([step, inside]) => ({ step, owner, fields: inside })),
  );
  return groupBy(below, ({ step }) => step);
}

/** The path of a field in the object; undefined where the object lacks it. */
export function pathOfField(object: Json, steps: Steps, minor: number): Path | undefined {
  return walk(object, steps, minor).path;
}

/** The value of a field; undefined where it is not set. */
export function fieldAt(object: Json | undefined, steps: Steps, minor: number): Json | undefined {
  const path = object === undefined ? undefined : pathOfField(object, steps, minor);
  return object !== undefined && path ? valueAt(object, path) : undefined;
}

/** An owned field that the type or the object lacks. */
interface StrayField {
  readonly steps: Steps;
  readonly why: string;
}

/** The owned fields that no server can have printed beside this object, except those below another one. */
export function strayFields(object: Json, { fields }: Owner, minor: number): readonly StrayField[] {
  const found: StrayField[] = [];
  for (const steps of fieldsOf(fields)) {
    const why = walk(object, steps, minor).why;
    // Fields inside a field directly follow it.
    const isBelow = found.at(-1)?.steps.every((step, i) => step === steps[i]);
    if (why !== undefined && !isBelow) found.push({ steps, why });
  }
  return found;
}

/** A named field may be owned where its value is empty and thus absent; keys and items may not. */
function walk(object: Json, steps: Steps, minor: number): { readonly path?: Path; readonly why?: string } {
  let value: Json | undefined = object;
  let type: Type | undefined = rootType(object);
  const path: (string | number)[] = [];
  for (const step of steps) {
    const parted = granularType(type, minor);
    const below = typeBelow(type, step, minor);
    if (!parted || !below) return { why: `${nouns[kindOf(object)]} no such field` };
    const at: string | number = parted.kind === 'list' ? indexOf(value, step, parted) : step.slice(2);
    value = typeof at === 'number' ? (isList(value) ? value[at] : undefined) : memberOf(value, at);
    if (value === undefined && parted.kind !== 'object') return { why: 'the object does not have it' };
    path.push(at);
    type = below;
  }
  return value === undefined ? {} : { path };
}

const nouns = { Endpoints: 'Endpoints have', EndpointSlice: 'an EndpointSlice has' } as const;

export function isApplier({ manager, operation }: Owner, name: string): boolean {
  return manager === name && operation === 'Apply';
}

/** The fields that were applied under this name; an empty set where there are none. */
export function fieldsAppliedBy({ owners }: Live, name: string): FieldSet {
  return owners.find((owner) => isApplier(owner, name))?.fields ?? emptySet;
}

/** `team-a`, or `kubectl-create (by update)` for an owner that updated. */
export function ownerText({ manager, operation, subresource }: Owner): string {
  const how = [
    operation === 'Update' ? 'by update' : '',
    subresource === '' ? '' : `subresource ${subresource}`,
  ].filter(Boolean);
  return how.length === 0 ? manager : `${manager} (${how.join(', ')})`;
}
