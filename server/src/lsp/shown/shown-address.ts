/** Addresses of documents on server-side apply, on mirrored slices, on traffic and on builds, and the clients that can open them. */
import type { ClientCapabilities } from 'vscode-languageserver';
import type { ShownSubject } from '../../features/shown/shown-object.ts';
import { shownScheme } from '../../features/vocabulary.ts';
import { experimentIn } from '../protocol/experiments.ts';
import { settingsOf, type Session } from '../session.ts';

/** `title` is the text of the editor's tab, with the extension of a YAML file. */
export function addressOf({ uri, signature, place, what }: ShownSubject, title: string): string {
  const query = JSON.stringify([uri, signature, place, ...(what === 'apply' ? [] : [what])]);
  return `${shownScheme}:/${encodeURIComponent(title)}.yaml?${encodeURIComponent(query)}`;
}

/** True for the address of a shown document, which is never checked. */
export function isShownAddress(uri: string): boolean {
  return uri.startsWith(`${shownScheme}:`);
}

/** Reads an address in any client's spelling; undefined for an address that this server did not create. */
export function subjectIn(address: string): ShownSubject | undefined {
  const [, query] = /^[^?#]*\?([^#]*)/.exec(address) ?? [];
  if (!isShownAddress(address) || query === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(decodeURIComponent(query));
    if (!Array.isArray(read)) return undefined;
    const [uri, signature, place, what = 'apply'] = read as readonly unknown[];
    const isRead = typeof uri === 'string' && typeof signature === 'string' && typeof place === 'number';
    const isKnown = what === 'apply' || what === 'slices' || what === 'built' || what === 'traffic';
    return isRead && isKnown ? { uri, signature, place, what } : undefined;
  } catch {
    return undefined;
  }
}

export function isApplyShown(session: Session, uri: string): boolean {
  const { client } = session;
  return settingsOf(session, uri).isOn.apply && (experimentIn(client, 'showApply') === true || opensDocuments(client));
}

/** True for a client that has the command itself, or opens what the server provides. */
export function isDocumentShown({ client }: Session, command: 'showSlices' | 'showBuilt' | 'showTraffic'): boolean {
  return experimentIn(client, command) === true || opensDocuments(client);
}

/** True for a client that opens documents whose text the server provides. */
export function opensDocuments({ workspace, window }: ClientCapabilities): boolean {
  return workspace?.textDocumentContent !== undefined && window?.showDocument?.support === true;
}
