/** Finds the texts of fields that an explanation names, also of what an overlay builds. */
import type { FieldOf } from '../../analysis/traffic/reason-place.ts';
import { placeOfField } from '../../analysis/workspace/places.ts';
import type { Span } from '../../text/span.ts';
import type { Files, View } from '../view.ts';

type PlacedFiles = Pick<Files, 'builtPlace' | 'view'>;

/** The view of the file, and the span of the field in it (UTF-16 units); undefined for a file that is not known. */
export function fieldInFile(
  { entry, path }: FieldOf,
  files: PlacedFiles,
): { readonly view: View; readonly span: Span } | undefined {
  const built = files.builtPlace(entry, path);
  const view = files.view(built?.uri ?? entry.uri);
  const span = view && (built?.span ?? placeOfField(view.file, entry.ordinal, path));
  return view && span && { view, span };
}

/** The same, with the offset at which the field starts. */
export function fieldStart(
  field: FieldOf,
  files: PlacedFiles,
): { readonly view: View; readonly offset: number } | undefined {
  const found = fieldInFile(field, files);
  return found && { view: found.view, offset: found.span.start };
}
