/** Finds the texts of fields that an explanation names, also of what an overlay builds. */
import type { FieldOf } from '../../analysis/traffic/reason-place.ts';
import { placeOfField } from '../../analysis/workspace/places.ts';
import type { LocateField } from '../../analysis/traffic/report.ts';
import type { Span } from '../../text/span.ts';
import { rangeOf } from '../lsp.ts';
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

/** Places with the URIs of files, from 1, in UTF-16 units or in those of the client; none in a text that no URI opens. */
export function locatorIn(files: PlacedFiles, units: 'utf-16' | 'client'): LocateField {
  return (entry, path) => {
    const found = fieldInFile({ entry, path }, files);
    if (!found || found.view.uri === '') return undefined;
    const { view, span } = found;
    const { document } = view.located;
    const { start, end } =
      units === 'client'
        ? rangeOf(view.located, span)
        : { start: document.positionAt(span.start), end: document.positionAt(span.end) };
    return { file: view.uri, range: [start.line + 1, start.character + 1, end.line + 1, end.character + 1] };
  };
}
