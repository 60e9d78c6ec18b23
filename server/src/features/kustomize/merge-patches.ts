/** Finds the merge patches of a kustomization and the objects that they patch. */
import { patchedKind } from '../../analysis/workspace/family.ts';
import { folderOf, plainPath, resolvePath } from '../../analysis/workspace/placement.ts';
import { shiftTree } from '../../tree/rebuilt.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Scalar, type Value } from '../../tree/value.ts';
import type { Files, View } from '../view.ts';
import { patchEntries } from './json-patch-targets.ts';
import { inlinePatch, listItems } from './kustomization-text.ts';
import { selectedObjects, urisByPath, type IncludedObject, type IncludedObjects } from './kustomized-objects.ts';

export interface MergePatch {
  /** The text that has the patch: the kustomization, or a file. */
  readonly view: View;
  readonly root: Mapping;
  readonly target: Mapping | undefined;
  readonly isInline: boolean;
}

/** The merge patches of a kustomization, inline and in files, in the order of the text. */
export function mergePatchesIn(root: Mapping, view: View, files: Files): readonly MergePatch[] {
  const { text } = view.located;
  const entries = patchEntries(root).flatMap((entry) => {
    const target = valueOf(entry, 'target');
    const by = target?.kind === 'mapping' ? target : undefined;
    const inline = inlinePatch(valueOf(entry, 'patch'), text);
    return inline ? inlineOf(inline, view, by) : inFile(stringOf(valueOf(entry, 'path')), view, by, files);
  });
  const texts = listItems(root, 'patchesStrategicMerge').flatMap((item) => {
    const inline = inlinePatch(item, text);
    return inline ? inlineOf(inline, view, undefined) : inFile(stringOf(item), view, undefined, files);
  });
  return [...entries, ...texts];
}

function inlineOf(root: Value, view: View, target: Mapping | undefined): readonly MergePatch[] {
  return root.kind === 'mapping' ? [{ view, root, target, isInline: true }] : [];
}

/** A file may have several patches. */
function inFile(
  path: string | undefined,
  { uri }: View,
  target: Mapping | undefined,
  files: Files,
): readonly MergePatch[] {
  const found = path === undefined ? undefined : urisByPath(files).get(resolvePath(folderOf(plainPath(uri)), path));
  const view = found === undefined ? undefined : files.view(found);
  return (view?.file.parts ?? []).flatMap(({ start, document }): readonly MergePatch[] => {
    const root = document.root?.kind === 'mapping' ? shiftTree(document.root, start) : undefined;
    return view && root?.kind === 'mapping' ? [{ view, root, target, isInline: false }] : [];
  });
}

/** The name in a patch; undefined where it writes none. */
export function nameInPatch({ root }: MergePatch): Scalar | undefined {
  const name = nestedValue(root, ['metadata', 'name']);
  return name?.kind === 'scalar' && typeof name.value === 'string' ? name : undefined;
}

/** The objects that a patch changes: those of its target, or the one with its kind, name and namespace. */
export function objectsOfPatch(patch: MergePatch, included: IncludedObjects, files: Files): readonly IncludedObject[] {
  if (patch.target) return selectedObjects(patch.target, included, files);
  const kind = stringOf(valueOf(patch.root, 'kind'));
  const name = stringOf(nameInPatch(patch));
  const namespace = stringOf(nestedValue(patch.root, ['metadata', 'namespace'])) ?? 'default';
  return included.objects.filter(
    (object) =>
      patchedKind(object.entry.facts) === kind &&
      ((object.entry.facts.name.text === name && (object.entry.facts.namespace?.text ?? 'default') === namespace) ||
        (object.name === name && object.namespace === namespace)),
  );
}
