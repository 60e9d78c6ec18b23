/** The inputs of a command: the files that it names or, with `--build`, what a kustomization builds. */
import { findInputs, type FoundInputs, type InputSearch } from '../inputs/inputs.ts';

interface Named {
  readonly paths: readonly string[];
  /** The value of --build; undefined without it. */
  readonly root: string | undefined;
}

/** Throws a UsageError where no kustomization is at the root. The builder is loaded only where it is needed. */
export async function namedInputs({ paths, root }: Named, cwd: string, search: InputSearch): Promise<FoundInputs> {
  if (root === undefined) return findInputs(paths, cwd, { ...search, hasPrograms: true });
  return (await import('./built-input.ts')).builtInputs(root, { cwd, largest: search.largest });
}
