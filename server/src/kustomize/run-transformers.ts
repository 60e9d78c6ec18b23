/** Runs the transformers of one kustomization in the fixed order of kustomize, whatever their order in the file. */
import type { BuiltMapping, BuiltScalar, BuiltValue } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import type { Collection } from './collection.ts';
import type { TransformContext } from './field-specs.ts';
import { joinPath, type Folder } from './folder.ts';
import { addAnnotations, addCommonLabels, addLabels } from './labels.ts';
import { addPrefix, addSuffix } from './names.ts';
import { setNamespace } from './namespace.ts';
import { entryAt, originOf, builtScalarText, builtText, builtAt, type BuildObject } from './object.ts';
import type { OnPatch } from './patch-use.ts';
import { Patcher } from './patches.ts';
import { listAt, mappingItemsAt, scalarAt, scalarsAt, type ReadKustomization } from './read-kustomization.ts';
import { readDocuments, readInnerDocuments } from './read-objects.ts';
import { replaceFields } from './replacements.ts';
import { runTransformer } from './transformers.ts';
import { setImages, setReplicas } from './workloads.ts';

type Objects = readonly BuildObject[];

/** What is noted while transformers run. */
interface BuildWatch {
  /** True where objects note the transformers that run on them. */
  readonly isTracing: boolean;
  readonly onPatch: OnPatch | undefined;
}

/** Changes the objects of the collection as the kustomization's own fields say, in the order of kustomize. Throws at the first mistake. */
export function runTransformers(
  { path, fields }: ReadKustomization,
  folder: Folder,
  collection: Collection,
  { isTracing, onPatch }: BuildWatch,
): void {
  const context = (): TransformContext => ({
    config: collection.config,
    remarks: collection.remarks,
    isOpen: collection.outside.length > 0,
  });
  const run = (kind: string, transform: (objects: Objects, context: TransformContext) => Objects): void => {
    const objects = transform(collection.objects, context());
    collection.objects = isTracing ? traced(objects, { path, kind }) : objects;
  };
  const patch = (kind: string, apply: (patched: Patcher) => void): void =>
    run(kind, (objects, { isOpen, remarks }) => {
      const namespace = builtScalarText(entryAt(fields, 'namespace')?.value);
      const patched = new Patcher(objects, { folder, remarks, isOpen, namespace, onPatch });
      apply(patched);
      return patched.result;
    });
  const patchEntries = (kind: string, entries: readonly BuiltMapping[]): void => {
    const isOld = kind === 'PatchJson6902Transformer';
    if (isTracing) for (const entry of entries) patch(kind, (patched) => patched.applyEntry(entry, isOld));
    else if (entries.length > 0) patch(kind, (patched) => entries.forEach((entry) => patched.applyEntry(entry, isOld)));
  };
  const withScalar = (name: string, use: (value: BuiltScalar) => void): void => {
    const value = scalarAt(fields, name);
    if (value) use(value);
  };
  const withMapping = (name: string, use: (value: BuiltMapping) => void): void => {
    const value = entryAt(fields, name)?.value;
    if (value?.kind === 'mapping' && value.entries.length > 0) use(value);
  };
  const documentsOf = (file: BuiltScalar): readonly BuiltValue[] | undefined => {
    const loaded = folder.load(file);
    return loaded && readDocuments(loaded.path, loaded.text, 'kubernetes').map(({ root }) => root);
  };

  const texts = scalarsAt(fields, 'patchesStrategicMerge');
  if (texts.length > 0)
    patch('PatchStrategicMergeTransformer', (patched) => texts.forEach((text) => patched.applyText(text)));
  patchEntries('PatchTransformer', mappingItemsAt(fields, 'patches'));
  withScalar('namespace', (value) => run('NamespaceTransformer', (objects, by) => setNamespace(objects, value, by)));
  withScalar('namePrefix', (value) => run('PrefixTransformer', (objects, by) => addPrefix(objects, value, by)));
  withScalar('nameSuffix', (value) => run('SuffixTransformer', (objects, by) => addSuffix(objects, value, by)));
  const labels = listAt(fields, 'labels');
  for (const item of labels?.items ?? [])
    if (labels) run('LabelTransformer', (objects, by) => addLabels(objects, { ...labels, items: [item] }, by));
  withMapping('commonLabels', (value) => run('LabelTransformer', (objects, by) => addCommonLabels(objects, value, by)));
  withMapping('commonAnnotations', (value) =>
    run('AnnotationsTransformer', (objects, by) => addAnnotations(objects, value, by)),
  );
  const jsonPatches = mappingItemsAt(fields, 'patchesJson6902');
  requireTargetNames(jsonPatches);
  patchEntries('PatchJson6902Transformer', jsonPatches);
  const replicas = listAt(fields, 'replicas');
  if (replicas) run('ReplicaCountTransformer', (objects, by) => setReplicas(objects, replicas, by));
  const images = listAt(fields, 'images', 'imageTags');
  if (images) run('ImageTagTransformer', (objects, by) => setImages(objects, images, by));
  const replacements = listAt(fields, 'replacements');
  if (replacements)
    run('ReplacementTransformer', (objects, by) => replaceFields(objects, replacements, by, documentsOf));

  for (const written of scalarsAt(fields, 'transformers')) {
    for (const document of transformersOf(written, folder)) {
      const kind = builtText(document, ['kind']);
      if (/^Patch(?:StrategicMerge|Json6902)?Transformer$/.test(kind)) {
        patch(kind, (patched) => applyPatchDocument(patched, document));
        continue;
      }
      const transformed = runTransformer(collection.objects, document, context(), documentsOf);
      if (transformed) run(kind, () => transformed);
      else
        collection.outside.push({ what: 'plugin', name: kind, at: originOf(builtAt(document, ['kind']) ?? document) });
    }
  }
  for (const validator of scalarsAt(fields, 'validators')) folder.addOutside('plugin', validator);
}

function requireTargetNames(entries: readonly BuiltMapping[]): void {
  for (const entry of entries) {
    const target = builtAt(entry, ['target']);
    if (target?.kind !== 'mapping' || builtText(target, ['name']) !== '') continue;
    throw new BuildError(
      'json-patch',
      'A target of patchesJson6902 needs a name. Write it, or use patches.',
      target.origin,
    );
  }
}

function traced(objects: Objects, step: { readonly path: string; readonly kind: string }): Objects {
  return objects.map((object) => ({ ...object, steps: [...(object.steps ?? []), step] }));
}

/** The documents of an entry of `transformers:`, which is a file or a text. */
function transformersOf(written: BuiltScalar, folder: Folder): readonly BuiltMapping[] {
  const text = builtScalarText(written);
  let documents;
  if (text.includes('\n') || /^\s*\{/.test(text))
    documents = readInnerDocuments(written, folder.textOf(originOf(written).path), 'kubernetes');
  else if (folder.kindOf(joinPath(folder.path, text)) === 'folder') {
    // A kustomization of transformers is not read.
    folder.addOutside('plugin', written);
    return [];
  } else {
    const file = folder.load(written);
    documents = file ? readDocuments(file.path, file.text, 'kubernetes') : [];
  }
  return documents.flatMap(({ root }) => (root.kind === 'mapping' ? [root] : []));
}

/** A patch as a document of its own: the names of its fields differ by kind. */
function applyPatchDocument(patched: Patcher, document: BuiltMapping): void {
  const paths = scalarsAt(document, 'paths');
  const texts = entryAt(document, 'patches')?.value;
  for (const path of paths) patched.applyText(path);
  if (texts?.kind === 'scalar') patched.applyText(texts);
  if (paths.length > 0 || texts) return;
  const entries = document.entries.map((entry) => (entry.name === 'jsonOp' ? { ...entry, name: 'patch' } : entry));
  patched.applyEntry({ ...document, entries }, builtText(document, ['kind']) === 'PatchJson6902Transformer');
}
