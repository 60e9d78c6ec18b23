/** Finds the object of a file that an overlay builds another one from. */
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { objectHolding } from '../navigation/object-at-cursor.ts';
import type { Files } from '../view.ts';

/** The object whose text has the name; the object itself where no overlay builds it, or where the name is in no text. */
export function writtenObject(
  entry: IndexedObject,
  files: Pick<Files, 'builtPlace' | 'view' | 'workspace'>,
): IndexedObject {
  const built = files.builtPlace(entry, ['metadata', 'name']);
  const view = built && files.view(built.uri);
  const object = view && objectHolding(objectsIn(view.file), built.span.start);
  return (object && files.workspace.entriesIn(view.uri)[object.ordinal]) ?? entry;
}
