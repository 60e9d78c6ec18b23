/**
 * One file, one URI: clients encode more or fewer characters of a path than the search does, and each wants to hear of a
 * file as it spells it. What the client has opened counts.
 */
import type { Session } from './session.ts';

/** Notes how the client spells the URI of a text, and what is known of the file under another spelling. */
export function claim(session: Session, uri: string): void {
  if (isPlain(uri)) return;
  const { disk, spellings, workspace } = session;
  const key = spellingKey(uri);
  const before = spellings.get(key) ?? uri;
  spellings.set(key, uri);
  const file = disk.get(before);
  if (before === uri || !file) return;
  disk.delete(before);
  disk.set(uri, { ...file, uri });
  workspace.set(before, []);
}

/** The URI as the client spells it, as far as is known. */
export function spelled({ spellings }: Session, uri: string): string {
  if (isPlain(uri)) return uri;
  const key = spellingKey(uri);
  const known = spellings.get(key);
  if (known === undefined) spellings.set(key, uri);
  return known ?? uri;
}

/** Equal for all spellings; the letter of a drive has no case. */
export function spellingKey(uri: string): string {
  if (isPlain(uri)) return uri;
  const drive = (letter: string): string => letter.toLowerCase();
  try {
    return decodeURIComponent(uri).replace(/^file:\/\/\/[a-z]:/i, drive);
  } catch {
    return uri;
  }
}

/** Nothing in it can be spelled otherwise. */
function isPlain(uri: string): boolean {
  return /^[\w-]+:\/\/[\w\-.~/]*$/.test(uri);
}
