/**
 * Reads and checks a long text in stretches before somebody waits for all of it at once: requests have their turn in between,
 * and a newer version of the text ends the work. Whatever was done stands on the documents and is not done again.
 */
import { factsOf } from '../../analysis/facts/facts.ts';
import { readInSteps } from '../../frontends/frontends.ts';
import { checkAhead } from '../../lint/check-documents.ts';
import { lengthOf } from '../../text/long-text.ts';
import { documentsOf } from '../../tree/document.ts';
import type { SourceFile } from '../../tree/document.ts';
import { aroundOf, settle } from '../workspace/files.ts';
import { pacer } from '../pace.ts';
import type { ServerContext } from '../protocol/request.ts';
import { fileOf, keepRead, pathOfUri, previousOf, settingsOf } from '../session.ts';
import type { FileSettings, OpenText, Session } from '../session.ts';

/** A shorter text is read and checked in a stretch or two. */
const longText = 50_000;

/** How many units from its start are looked at before the rest is read: what an editor shows of a text that was opened. */
const firstSight = 100_000;

type AheadServer = Pick<ServerContext, 'session' | 'host'>;

/** Shows what is found in the first documents of a text while those behind are not read yet. */
type OnSight = (file: SourceFile) => Promise<void>;

/** True where the text should be worked on ahead: it is long, and was not looked at with these settings. */
export function isAhead(session: Session, { uri, located, checkedWith }: OpenText): boolean {
  // An edit changes few documents.
  return lengthOf(located.long) >= longText && checkedWith !== settingsOf(session, uri);
}

/** False where the text is another one by now, and the work was not ended. */
export async function workAhead(server: AheadServer, open: OpenText, onSight?: OnSight): Promise<boolean> {
  const { session, host } = server;
  if (!isAhead(session, open)) return true;
  const settings = settingsOf(session, open.uri);
  const isOutdated = (): boolean => session.texts.get(open.uri) !== open || session.isShutDown;
  const pace = pacer(host);
  for (const sight of stepsOf(session, open, settings)) {
    // Most steps need no rest, and waiting for nothing thousands of times takes its time.
    const rest = sight ? onSight?.(sight) : pace();
    if (rest) await rest;
    if (isOutdated()) return false;
  }
  open.checkedWith = settings;
  return true;
}

/** All the work, document by document; what is to be shown meanwhile is among the steps. */
function* stepsOf(session: Session, open: OpenText, settings: FileSettings): Generator<SourceFile | undefined | void> {
  if (!open.lastRead) yield* readAhead(session, open);
  const file = fileOf(session, open);
  for (const document of documentsOf(file)) yield void factsOf(document);
  settle(session);
  yield* checkAhead(file, settings, aroundOf(session, open.uri, file));
}

/** Reads document by document; once there is enough to be shown, it gives what there is. */
function* readAhead(session: Session, open: OpenText): Generator<SourceFile | undefined> {
  const { uri, located } = open;
  const isPartial = session.workspace.isPatch(uri);
  const parts: SourceFile['parts'][number][] = [];
  let isSeen = open.readAhead !== undefined;
  const options = { isPartial, isByItem: true, ...previousOf(open, isPartial) };
  for (const part of readInSteps(pathOfUri(uri), located.text, options)) {
    // Somebody could not wait.
    if (open.lastRead) return;
    parts.push(part);
    open.readAhead = { file: { text: '', parts }, isPartial };
    const isSight = !isSeen && part.start > firstSight;
    isSeen ||= isSight;
    yield isSight
      ? { text: located.text.slice(0, part.start + part.document.text.length), parts: [...parts] }
      : undefined;
  }
  if (!open.lastRead) keepRead(open, { text: located.text, parts }, isPartial);
}
