/** Reads and checks a long text in steps, with pauses for requests. A newer version of the text ends the work. */
import { factsOf } from '../../analysis/facts/facts.ts';
import { checkAhead } from '../../lint/check-documents.ts';
import { documentsOf, type SourceFile } from '../../tree/document.ts';
import { pacer } from '../pace.ts';
import type { ServerContext } from '../protocol/request.ts';
import { fileOf, settingsOf, type FileSettings, type OpenText, type Session } from '../session.ts';

/** In UTF-16 units. A shorter text is read and checked without a pause. */
const longText = 50_000;

/** True for a long text that was not checked with these settings. */
export function isAhead(session: Session, { uri, located, checkedWith }: OpenText): boolean {
  // An edit changes few documents.
  return located.length >= longText && checkedWith !== settingsOf(session, uri);
}

/** Returns false if the text changed before the work was done. */
export async function workAhead(
  { session, host }: Pick<ServerContext, 'session' | 'host'>,
  open: OpenText,
  showFirst?: (file: SourceFile) => Promise<void>,
): Promise<boolean> {
  if (!isAhead(session, open)) return true;
  const settings = settingsOf(session, open.uri);
  const isOutdated = (): boolean => session.texts.get(open.uri) !== open || session.isShutDown;
  const pace = pacer(host);
  for (const first of stepsOf(session, open, settings)) {
    // Most steps need no pause, and thousands of empty awaits take time.
    const rest = first ? showFirst?.(first) : pace();
    if (rest) await rest;
    if (isOutdated()) return false;
  }
  open.checkedWith = settings;
  return true;
}

/** All the work, document by document. Yields the first documents once they can be shown. */
function* stepsOf(session: Session, open: OpenText, settings: FileSettings): Generator<SourceFile | undefined | void> {
  yield* open.reading.readAhead(session.workspace.isPatch(open.uri), () =>
    session.project.modules.siblingsOf(open.uri),
  );
  const file = fileOf(session, open);
  for (const document of documentsOf(file)) yield void factsOf(document);
  yield* checkAhead(file, settings, session.project.around(open.uri));
}
