/** Where a field of an object of the workspace is written, as a location. */
import type { Location } from 'vscode-languageserver-types';
import { placeOfField } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Path } from '../../tree/path.ts';
import { rangeOf } from '../lsp.ts';
import type { Files } from '../view.ts';

/** The field of an object; its name where the path leads nowhere. */
export interface FieldOf extends Pick<IndexedObject, 'uri' | 'ordinal'> {
  readonly path: Path;
}

/** Undefined where the file or the object is not known. */
export function locationOfField({ uri, ordinal, path }: FieldOf, files: Pick<Files, 'view'>): Location | undefined {
  const view = files.view(uri);
  const span = view && placeOfField(view.file, ordinal, path);
  return span && { uri, range: rangeOf(view.located, span) };
}
