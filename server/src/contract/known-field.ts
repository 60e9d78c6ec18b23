/** The fields and choices that a version of the API has. */
import { memoBy } from '../text/memo.ts';
import type { Field, ObjectType, Type } from './type.ts';

export type KnownFields = ReadonlyMap<string, Field>;

/** The input fields of the type in a Kubernetes minor version, by name. */
export const fieldsAt = memoBy(
  ({ fields }: ObjectType, minor: number): KnownFields =>
    new Map(
      Object.entries(fields).filter(
        ([, { output, since = 0, until = Infinity }]) => !output && minor >= since && minor < until,
      ),
    ),
);

/** The field; undefined where that version does not have it, and for the outputs of Pulumi. */
export function knownField(type: ObjectType, name: string, minor: number): Field | undefined {
  return fieldsAt(type, minor).get(name);
}

/** The type without the choices that a Kubernetes minor version does not accept yet. */
export function typeIn(type: Type, minor: number): Type {
  if (type.kind !== 'string' || !type.choices) return type;
  const choices = type.choices.filter(({ since = 0 }) => since <= minor);
  return choices.length === type.choices.length ? type : { ...type, choices };
}
