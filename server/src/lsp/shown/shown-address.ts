/**
 * The documents that show what server-side apply makes of an object, or the control plane: who can open them, and their
 * addresses, which name the object.
 */
import type { ClientCapabilities } from 'vscode-languageserver';
import type { ShownSubject } from '../../features/shown/shown-object.ts';
import { shownScheme } from '../../features/vocabulary.ts';
import { experimentIn } from '../protocol/experiments.ts';
import { settingsOf, type Session } from '../session.ts';

/** `title` is what an editor shows in the tab, and ends as a YAML file does. */
export function addressOf({ uri, signature, place, what }: ShownSubject, title: string): string {
  const query = JSON.stringify([uri, signature, place, ...(what === 'apply' ? [] : [what])]);
  return `${shownScheme}:/${encodeURIComponent(title)}.yaml?${encodeURIComponent(query)}`;
}

/** True for the address of such a document, which is never checked. */
export function isShownAddress(uri: string): boolean {
  return uri.startsWith(`${shownScheme}:`);
}

/** What the address stands for, in whichever spelling a client gives it; undefined for one that we have not made. */
export function subjectIn(address: string): ShownSubject | undefined {
  const [, query] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
  if (!isShownAddress(address) || query === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(decodeURIComponent(query));
    if (!Array.isArray(read)) return undefined;
    const [uri, signature, place, what = 'apply'] = read as readonly unknown[];
    const isRead = typeof uri === 'string' && typeof signature === 'string' && typeof place === 'number';
    const isKnown = what === 'apply' || what === 'slices';
    return isRead && isKnown ? { uri, signature, place, what } : undefined;
  } catch {
    return undefined;
  }
}

/** True where the client can be led to such documents, and the user wants them. */
export function isApplyShown(session: Session, uri: string): boolean {
  const { client } = session;
  return settingsOf(session, uri).isOn.apply && (experimentIn(client, 'showApply') === true || opensDocuments(client));
}

/** True where the client can be led to the slices of an Endpoints. */
export function isSlicesShown({ client }: Session): boolean {
  return experimentIn(client, 'showSlices') === true || opensDocuments(client);
}

/** True for a client that opens a document whose text the server has. */
export function opensDocuments({ workspace, window }: ClientCapabilities): boolean {
  return workspace?.textDocumentContent !== undefined && window?.showDocument?.support === true;
}
