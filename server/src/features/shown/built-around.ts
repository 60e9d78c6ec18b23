/** Finds an object as the chosen overlay builds it, with the objects around it, for the preview of server-side apply. */
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { BuiltFile, Files } from '../view.ts';
import { builtObjects } from './built-target.ts';

type BuiltFiles = Pick<Files, 'rootsOf' | 'overlay' | 'workspace'>;

/** The names of the overlays that build the object. */
export function overlaysOf(entry: IndexedObject, files: Pick<Files, 'rootsOf'>): readonly string[] {
  return [...new Set(builtObjects(entry, files).map(({ root }) => root.name))];
}

export interface BuiltAround {
  readonly root: BuiltFile;
  readonly around: RelatedObjects;
}

/** The built object of the chosen overlay, or of the only one; undefined where none builds it, or several do. */
export function builtAround(entry: IndexedObject, files: BuiltFiles): BuiltAround | undefined {
  const found = builtObjects(entry, files);
  const chosen = found.filter(({ root }) => root.name === files.overlay);
  const [only, ...others] = chosen.length > 0 ? chosen : found;
  if (!only || others.length > 0) return undefined;
  const { root, object } = only;
  const { parts } = root.file;
  const document = parts.length === root.build.objects.length && parts[root.build.objects.indexOf(object)]?.document;
  const placed = document ? objectsIn(root.file).find((each) => each.document === document) : undefined;
  if (!placed) return undefined;
  const [around] = files.workspace.aroundForRules(root.uri).of(placed.document, placed.ordinal, new Map());
  return around && { root, around };
}
