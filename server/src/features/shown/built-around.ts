/** Finds an object as an overlay builds it, with the objects around it, for the documents on one object. */
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import type { BuiltFile, Files } from '../view.ts';
import { builtObjects, type ObjectInRoot } from './built-target.ts';

type BuiltFiles = Pick<Files, 'rootsOf' | 'overlay' | 'workspace'>;

/** The names of the overlays that build the object. */
export function overlaysOf(entry: IndexedObject, files: Pick<Files, 'rootsOf'>): readonly string[] {
  return [...new Set(builtObjects(entry, files).map(({ root }) => root.name))];
}

export interface BuiltAround {
  readonly root: BuiltFile;
  readonly object: PlacedObject;
  readonly around: RelatedObjects;
}

/** The built object of the chosen overlay, or of the only one; undefined where none builds it, or several do. */
export function builtAround(entry: IndexedObject, files: BuiltFiles): BuiltAround | undefined {
  const [only, ...others] = builtToShow(entry, files);
  return only && others.length === 0 ? aroundIn(only, files) : undefined;
}

/** What the chosen overlay builds of the object, else what all do, in their order. */
export function builtToShow(entry: IndexedObject, files: BuiltFiles): readonly ObjectInRoot[] {
  const found = builtObjects(entry, files);
  const chosen = found.filter(({ root }) => root.name === files.overlay);
  return chosen.length > 0 ? chosen : found;
}

/** The built object with the objects around it; undefined where the file of the build is not the printed one. */
export function aroundIn({ root, object }: ObjectInRoot, files: BuiltFiles): BuiltAround | undefined {
  const { parts } = root.file;
  const document = parts.length === root.build.objects.length && parts[root.build.objects.indexOf(object)]?.document;
  const placed = document ? objectsIn(root.file).find((each) => each.document === document) : undefined;
  if (!placed) return undefined;
  const [around] = files.workspace.aroundForRules(root.uri).of(placed.document, placed.ordinal, new Map());
  return around && { root, object: placed, around };
}
