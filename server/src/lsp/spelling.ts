/** Keeps one URI for each file, as the client spells it: clients and the search encode different characters. */
import { hasOneSpelling, normalizedUri } from '../config/location.ts';
import type { Session } from './session.ts';

/** Stores the client's spelling of the URI of a text, and moves its file to that spelling. */
export function claimSpelling(session: Session, uri: string): void {
  if (hasOneSpelling(uri)) return;
  const { project, spellings } = session;
  const key = normalizedUri(uri);
  const before = spellings.get(key) ?? uri;
  spellings.set(key, uri);
  if (before !== uri) project.respell(before, uri);
}

/** The URI in the client's spelling; unchanged if the client has not used it. */
export function spelled({ spellings }: Session, uri: string): string {
  if (hasOneSpelling(uri)) return uri;
  const key = normalizedUri(uri);
  const known = spellings.get(key);
  if (known === undefined) spellings.set(key, uri);
  return known ?? uri;
}
