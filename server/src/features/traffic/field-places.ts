/** Finds the texts of fields that an explanation names, also of what an overlay builds. */
import type { FieldOf } from '../../analysis/traffic/reason-place.ts';
import { placeOfField } from '../../analysis/workspace/places.ts';
import type { Files, View } from '../view.ts';

/** The view of the file, and the offset of the field in it (UTF-16 units); undefined for a file that is not known. */
export function fieldStart(
  { entry, path }: FieldOf,
  files: Pick<Files, 'builtPlace' | 'view'>,
): { readonly view: View; readonly offset: number } | undefined {
  const built = files.builtPlace(entry, path);
  const view = files.view(built?.uri ?? entry.uri);
  const span = view && (built?.span ?? placeOfField(view.file, entry.ordinal, path));
  return view && span && { view, offset: span.start };
}
