/** Code lenses on Endpoints: how many places in the workspace read the object. */
import type { CodeLens } from 'vscode-languageserver-types';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import type { Workspace } from '../../analysis/workspace/workspace.ts';
import { counted } from '../../text/quote.ts';
import { rangeOf } from '../lsp.ts';
import type { View } from '../view.ts';
import { showReaders } from './lens-places.ts';

interface ReaderLensOptions {
  /** The number of known readers of the object. */
  readonly countOf: (entry: IndexedObject) => number;
  readonly canShowPlaces: boolean;
}

/** In the order of the text. None for an object whose readers are not known, or that has none. */
export function readerLenses(
  view: View,
  workspace: Workspace,
  { countOf, canShowPlaces }: ReaderLensOptions,
): readonly CodeLens[] {
  const entries = workspace.entriesIn(view.uri);
  const counts = entries.map(countOf);
  if (counts.every((count) => count === 0)) return [];
  return objectsIn(view.file).flatMap(({ ordinal, start, resource: { span } }) => {
    const count = counts[ordinal] ?? 0;
    if (count === 0) return [];
    const range = rangeOf(view.located, { start: start + span.start, end: start + span.start });
    const title = counted(count, 'reader');
    return [{ range, command: canShowPlaces ? showReaders(view.uri, range.start, title) : { title, command: '' } }];
  });
}
