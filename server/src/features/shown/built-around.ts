/** Finds an object as an overlay builds it, with the objects around it, for the documents on one object. */
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import { listed } from '../../text/quote.ts';
import { urisRead } from '../kustomize/kustomized-objects.ts';
import type { BuiltFile, Files } from '../view.ts';
import { builtObjects, type ObjectInRoot } from './built-target.ts';
import type { ShownContext } from './shown-object.ts';

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
  const [only, ...others] = wanted(entry, files);
  return only && others.length === 0 ? aroundIn(only, files) : undefined;
}

/** The object to show: as the chosen overlay builds it, else as the first one does, else as it is written. */
export function aroundToShow(
  written: RelatedObjects,
  { files, uris }: Pick<ShownContext, 'files' | 'uris'>,
): { readonly around: RelatedObjects; readonly built: BuiltAround | undefined; readonly others: readonly string[] } {
  const [first] = wanted(written.entry, files);
  const built = first && aroundIn(first, files);
  if (!built) return { around: written, built, others: [] };
  for (const uri of urisRead(built.root.build, files)) uris.add(uri);
  const others = overlaysOf(written.entry, files).filter((name) => name !== built.root.name);
  return { around: built.around, built, others };
}

/** Lines for the head of a document; none where one overlay builds the object. */
export function otherOverlayLines(others: readonly string[]): readonly string[] {
  if (others.length === 0) return [];
  const them = others.length > 1 ? 'build it too. To show one of them,' : 'builds it too. To show it,';
  return ['', `${listed(others)} ${them} run the command "Endpoints: Select Overlay".`];
}

function wanted(entry: IndexedObject, files: BuiltFiles): readonly ObjectInRoot[] {
  const found = builtObjects(entry, files);
  const chosen = found.filter(({ root }) => root.name === files.overlay);
  return chosen.length > 0 ? chosen : found;
}

function aroundIn({ root, object }: ObjectInRoot, files: BuiltFiles): BuiltAround | undefined {
  const { parts } = root.file;
  const document = parts.length === root.build.objects.length && parts[root.build.objects.indexOf(object)]?.document;
  const placed = document ? objectsIn(root.file).find((each) => each.document === document) : undefined;
  if (!placed) return undefined;
  const [around] = files.workspace.aroundForRules(root.uri).of(placed.document, placed.ordinal, new Map());
  return around && { root, object: placed, around };
}
