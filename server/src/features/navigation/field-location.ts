/** Locates a field of an object of the workspace. */
import type { Location } from 'vscode-languageserver-types';
import { placeOfField } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Path } from '../../tree/path.ts';
import { rangeOf } from '../lsp.ts';
import type { Files } from '../view.ts';

export interface FieldPlace extends Pick<IndexedObject, 'uri' | 'ordinal'> {
  readonly path: Path;
}

/** The location of the field, or of the object's name where the field is missing; undefined for an unknown object. */
export function locationOfField({ uri, ordinal, path }: FieldPlace, files: Pick<Files, 'view'>): Location | undefined {
  const view = files.view(uri);
  const span = view && placeOfField(view.file, ordinal, path);
  return span && { uri, range: rangeOf(view.located, span) };
}
