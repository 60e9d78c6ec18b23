/** Watches the settings files outside of the workspace folders, in clients that can watch a file by its folder. */
import type { Connection } from 'vscode-languageserver';
import { pathBelow } from '../../config/location.ts';
import type { Session } from '../session.ts';

const registration = { id: 'endpoints-outer-settings', method: 'workspace/didChangeWatchedFiles' };

/** Returns the function to call after each reload of the settings. A client's refusal is logged and ignored. */
export function outerSettingsWatcher(connection: Connection, session: Session): () => void {
  let watched: readonly string[] = [];
  const ask = (method: string, params: object): void => {
    connection
      .sendRequest(method, params)
      .catch((error: unknown) => connection.console.warn(`The client rejected ${method}: ${String(error)}`));
  };
  return () => {
    const { dynamicRegistration, relativePatternSupport } = session.client.workspace?.didChangeWatchedFiles ?? {};
    if (!dynamicRegistration || !relativePatternSupport) return;
    const files = outerFiles(session);
    if (files.join('\n') === watched.join('\n')) return;
    // The protocol has this spelling.
    if (watched.length > 0) ask('client/unregisterCapability', { unregisterations: [registration] });
    watched = files;
    if (files.length === 0) return;
    const watchers = files.map((file) => ({ globPattern: relativePattern(file) }));
    ask('client/registerCapability', { registrations: [{ ...registration, registerOptions: { watchers } }] });
  };
}

/** The URIs of the files in use, sorted. */
function outerFiles({ folderSettings }: Session): readonly string[] {
  const files = [...folderSettings.values()].flatMap(({ layers }) => layers.flatMap(({ file }) => file ?? []));
  const isOuter = (file: string): boolean =>
    [...folderSettings.keys()].every((folder) => pathBelow(folder, file) === undefined);
  return [...new Set(files)].filter(isOuter).sort();
}

function relativePattern(file: string): { readonly baseUri: string; readonly pattern: string } {
  const end = file.lastIndexOf('/');
  // A pattern cannot escape the characters that act in it.
  return { baseUri: file.slice(0, end), pattern: decodeURIComponent(file.slice(end + 1)).replace(/[*?[\]{}]/g, '?') };
}
