/** Builds kustomizations as kustomize does: the objects in the order of the output, or the first error. */
import { quote } from '../text/quote.ts';
import type { Build, BuildFiles, BuildOverrides, BuiltMapping, BuiltObject, BuildRemark } from '../tree/built.ts';
import { Accumulator, type AccumulatorMode } from './accumulate.ts';
import { BuildError } from './build-error.ts';
import { addBuildMetadata } from './build-metadata.ts';
import type { Accumulated } from './collection.ts';
import { joinPath } from './folder.ts';
import { addHashes } from './generators.ts';
import { withTextAnnotations } from './metadata-texts.ts';
import { unwritableKey } from './plain-text.ts';
import { idKey } from './identity.ts';
import { updateReferences } from './name-references.ts';
import {
  builtScalar,
  entryAt,
  idOf,
  originOf,
  builtScalarText,
  builtText,
  builtAt,
  type BuildObject,
} from './object.ts';
import { scalarsAt, type ReadKustomization } from './read-kustomization.ts';
import type { OnPatch } from './patch-use.ts';
import { sortObjects } from './sort.ts';
import { resolveVars } from './vars.ts';

/** Keeps what it has read and accumulated, so a base of many overlays is built once. */
export class Builder {
  private readonly files: BuildFiles;
  private readonly accumulators = new Map<string, Accumulator>();
  private readonly onPatch: OnPatch | undefined;
  /** By path: the kustomizations that Flux makes. */
  private readonly generated = new Map<string, string>();

  /** `onPatch` sees each patch of each object: of a shared folder once, of a component for each kustomization. */
  constructor(files: BuildFiles, onPatch?: OnPatch) {
    this.files = files;
    this.onPatch = onPatch;
  }

  /** Never throws for a mistake in files. */
  build(folder: string, overrides?: BuildOverrides): Build {
    const root = joinPath(folder, '.');
    const accumulated = this.accumulate(root, overrides);
    const { outside, reads, failure, kustomization } = accumulated;
    const remarks = [...accumulated.remarks];
    const result = failure ?? (kustomization ? finished(accumulated, kustomization, root, remarks) : []);
    const isFailed = result instanceof BuildError;
    return {
      objects: isFailed ? [] : result.map(builtObject),
      failure: isFailed ? result.failure : undefined,
      remarks,
      outside,
      reads,
    };
  }

  /** Drops what depends on a file or folder that has changed. */
  forget(path: string): void {
    for (const accumulator of this.accumulators.values()) accumulator.forget(path);
  }

  private accumulate(root: string, given: BuildOverrides = {}): Accumulated {
    const { isUnrestricted = false, labelsOnly = false, generated, ...fields } = given;
    // Without a field to write, it is accumulated once, like any base.
    const isChanging = Object.values(fields).some((value) => value !== undefined);
    const overrides = isChanging ? { labelsOnly, ...fields } : undefined;
    const path = joinPath(root, 'kustomization.yaml');
    const asked = builtScalar(root, { path, span: { start: 0, end: 0 } });
    const made = generated === undefined ? undefined : path;
    if (generated !== undefined && this.generated.get(path) !== generated) {
      this.generated.set(path, generated);
      this.forget(path);
    }
    const plain = this.accumulator({ isTracing: false, isUnrestricted }, made).accumulate(root, asked, overrides);
    const options = plain.kustomization && scalarsAt(plain.kustomization.fields, 'buildMetadata').map(builtScalarText);
    if (options?.includes('transformerAnnotations') !== true) return plain;
    return this.accumulator({ isTracing: true, isUnrestricted }, made).accumulate(root, asked, overrides);
  }

  /** `made` is the path of a kustomization that Flux makes. */
  private accumulator(mode: AccumulatorMode, made: string | undefined): Accumulator {
    const key = JSON.stringify([mode, made]);
    const known = this.accumulators.get(key);
    if (known) return known;
    const files = made === undefined ? this.files : this.filesWith(made);
    const accumulator = new Accumulator(files, mode, mode.isTracing ? undefined : this.onPatch);
    this.accumulators.set(key, accumulator);
    return accumulator;
  }

  private filesWith(made: string): BuildFiles {
    const { files, generated } = this;
    return {
      ...files,
      read: (path) => (path === made ? generated.get(made) : files.read(path)),
      kindOf: (path) => (path === made ? 'file' : files.kindOf(path)),
    };
  }
}

/** The steps that run once, on the result of the outermost kustomization. Remarks are added. */
function finished(
  { objects, config, outside, vars }: Accumulated,
  { fields }: ReadKustomization,
  root: string,
  remarks: BuildRemark[],
): readonly BuildObject[] | BuildError {
  const context = { config, remarks, isOpen: outside.length > 0 };
  try {
    const named = updateReferences(addHashes(objects), context);
    const delivered = withTextAnnotations(resolveVars(named, vars, context)).filter((object) => !isLocal(object));
    const sorted = ordered(delivered, fields);
    const described = addBuildMetadata(sorted, scalarsAt(fields, 'buildMetadata'), root);
    checkWritten(described);
    return described;
  } catch (error) {
    if (error instanceof BuildError) return error;
    throw error;
  }
}

function isLocal({ root }: BuildObject): boolean {
  const value = builtAt(root, ['metadata', 'annotations', 'config.kubernetes.io/local-config']);
  return value !== undefined && builtScalarText(value) !== 'false';
}

function ordered(objects: readonly BuildObject[], fields: BuiltMapping): readonly BuildObject[] {
  const options = entryAt(fields, 'sortOptions')?.value;
  const mapping = options?.kind === 'mapping' ? options : undefined;
  const sorted = sortObjects(objects, mapping);
  if (sorted !== objects) checkIds(sorted);
  return sorted;
}

function checkIds(objects: readonly BuildObject[]): void {
  const seen = new Set<string>();
  for (const object of objects) {
    const id = idOf(object);
    if (seen.has(idKey(id))) {
      const message = `Two objects have become the ${id.kind} ${quote(id.name)}. Change the name of one of them.`;
      throw new BuildError(
        'duplicate-object',
        message,
        originOf(builtAt(object.root, ['metadata', 'name']) ?? object.root),
      );
    }
    seen.add(idKey(id));
  }
}

function checkWritten(objects: readonly BuildObject[]): void {
  for (const { repeated } of objects) {
    if (!repeated) continue;
    const message = repeated.isNoText
      ? unwritableKey(repeated.name)
      : `This object has the key ${quote(repeated.name)} twice, so kustomize cannot write it. Remove one of them.`;
    throw new BuildError('unreadable', message, repeated.at);
  }
}

function builtObject(object: BuildObject): BuiltObject {
  const id = idOf(object);
  const { name, namespace } = object.previous[0] ?? id;
  return {
    root: object.root,
    apiVersion: builtText(object.root, ['apiVersion']),
    kind: id.kind,
    name: id.name,
    namespace: id.namespace,
    path: object.path,
    written: { name, namespace },
  };
}
