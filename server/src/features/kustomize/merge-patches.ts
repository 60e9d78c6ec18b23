/** Finds the merge patches of a kustomization and the objects that they patch. */
import { patchedKind } from '../../analysis/workspace/family.ts';
import { folderOf, plainPath, resolvePath } from '../../analysis/workspace/placement.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Scalar } from '../../tree/value.ts';
import type { Files, View } from '../view.ts';
import { patchEntries } from './json-patch-targets.ts';
import { inlinePatch, listItems, textRoot } from './kustomization-text.ts';
import { selectedObjects, urisByPath, type IncludedObject, type IncludedObjects } from './kustomized-objects.ts';

export interface MergePatch {
  /** The text that has the patch: the kustomization, or a file. */
  readonly view: View;
  readonly root: Mapping;
  readonly target: Mapping | undefined;
  readonly isInline: boolean;
}

/** The inline merge patches, and those in files that a target applies: the others are objects of the index. */
export function mergePatchesIn(root: Mapping, view: View, files: Files): readonly MergePatch[] {
  const { text } = view.located;
  const entries = patchEntries(root).map((entry) => {
    const target = valueOf(entry, 'target');
    const path = stringOf(valueOf(entry, 'path'));
    const uri = path === undefined ? '' : urisByPath(files).get(resolvePath(folderOf(plainPath(view.uri)), path));
    const file = uri === undefined || uri === '' || !target ? undefined : files.view(uri);
    const inline = inlinePatch(valueOf(entry, 'patch'), text);
    return { view: inline ? view : file, root: inline ?? (file && textRoot(file.located)), target, isInline: !!inline };
  });
  const texts = listItems(root, 'patchesStrategicMerge').map((item) => ({
    view,
    root: inlinePatch(item, text),
    target: undefined,
    isInline: true,
  }));
  return [...entries, ...texts].flatMap((each): MergePatch[] =>
    each.view && each.root?.kind === 'mapping'
      ? [
          {
            view: each.view,
            root: each.root,
            target: each.target?.kind === 'mapping' ? each.target : undefined,
            isInline: each.isInline,
          },
        ]
      : [],
  );
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
