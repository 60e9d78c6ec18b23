/** What kustomize rejects about the entries of a kustomization: cycles, repeated objects, wrong kinds. */
import { quote } from '../text/quote.ts';
import type { BuiltMapping, BuiltScalar, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { isWithin, joinPath, type Folder } from './folder.ts';
import { idOf, originOf, builtAt, type BuildObject } from './object.ts';

/** Throws for a folder that includes itself, or one that contains it. */
export function checkCycle(folders: Iterable<string>, chain: readonly string[], asked: BuiltScalar): void {
  const [first] = folders;
  for (const folder of folders) {
    const visited = chain.find((each) => isWithin(each, folder));
    if (visited === undefined) continue;
    const entry = quote(String(asked.value));
    const verb = folder === first ? 'contains' : 'includes a folder that contains';
    const message =
      visited === folder
        ? `${entry} includes itself, so kustomize rejects it. Remove this entry.`
        : `${entry} ${verb} this kustomization, so kustomize reports a cycle. Remove this entry, or move the overlay out.`;
    throw new BuildError('cycle', message, originOf(asked));
  }
}

/** The error for an entry that belongs into another field, such as a component in `resources`. */
export function wrongEntryKind(asked: BuiltScalar, kind: string, field: string): BuildError {
  const message = `${quote(String(asked.value))} is ${kind}, so kustomize rejects it here. List it in ${field}.`;
  return new BuildError('other', message, originOf(asked));
}

/** At the object that the kustomization adds itself, else at the folder that brings it in. */
export function duplicate(object: BuildObject, path: BuiltScalar, folder: string): BuildError {
  const { kind, name, namespace } = idOf(object);
  const isOwn = joinPath(folder, String(path.value)) === object.path;
  const at: Origin = originOf(isOwn ? (builtAt(object.root, ['metadata', 'name']) ?? path) : path);
  const where = namespace === '' ? '' : ` in the namespace ${quote(namespace)}`;
  const message = `The build already has the ${kind} ${quote(name)}${where}. Remove one of them, or give it another name.`;
  return new BuildError('duplicate-object', message, at);
}

/** The version of the schema that kustomize carries. */
const builtinSchema = 'v1.21.2';

/** Throws for `openapi` with a version that kustomize does not have, or with a file that does not exist. */
export function checkOpenApi(fields: BuiltMapping, folder: Folder): void {
  const [version, path] = ['version', 'path'].map((name) => builtAt(fields, ['openapi', name]));
  if (path?.kind === 'scalar') folder.load(path);
  if (version?.kind !== 'scalar' || version.value === '' || version.value === builtinSchema) return;
  const message = `kustomize has no OpenAPI schema ${quote(String(version.value))}. Remove the version.`;
  throw new BuildError('other', message, originOf(version));
}
