/** The locations of the readers that the lens above an Endpoints counts. */
import type { Location, Position } from 'vscode-languageserver-types';
import { offsetOf, rangeOf } from '../../features/lsp.ts';
import { objectAt } from '../../features/navigation/object-at-cursor.ts';
import { textDifference } from '../../text/difference.ts';
import { locate, type Session } from '../session.ts';
import { filesOf } from '../workspace/files.ts';
import { placesReading, spanNow, type ReaderPlace } from './kept-readers.ts';

/** Empty where no readers are known. */
export function readerLocations(
  session: Session,
  { uri, position }: { readonly uri: string; readonly position: Position },
): readonly Location[] {
  const files = filesOf(session);
  const view = files.view(uri);
  const entry = view && objectAt({ view, files, offset: offsetOf(view.located, position) })?.entry;
  return entry ? placesReading(entry, session.readers).map((place) => locationNow(place, session)) : [];
}

/** Near the place if its text has changed there since the search. */
function locationNow({ uri, text, span }: ReaderPlace, session: Session): Location {
  const open = session.texts.get(uri)?.located;
  const located = open ?? locate(session, text);
  return { uri, range: rangeOf(located, (open && spanNow(span, textDifference(text, open.text))) ?? span) };
}
