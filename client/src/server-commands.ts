/** Runs commands on the server, with the place of a lens or the cursor, and shows their errors to the user. */
import { languages, window } from 'vscode';
import { ExecuteCommandRequest } from 'vscode-languageclient';
import { documentSelector } from './client-options.ts';
import type { ServerSupervisor } from './server.ts';

/** Uses the place that a lens or an action passes, or the cursor. */
export async function runAtPlace(server: ServerSupervisor, command: string, named: unknown): Promise<void> {
  const place = named ?? placeAtCursor();
  if (!place && server.client) void window.showInformationMessage('Open a file with Endpoints first.');
  else await runOnServer(server, command, [place]);
}

function placeAtCursor(): unknown {
  const editor = window.activeTextEditor;
  if (!editor || languages.match(documentSelector(), editor.document) === 0) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

/** The server's answer; undefined where there is none. */
export async function runOnServer({ client }: ServerSupervisor, command: string, args: unknown[]): Promise<unknown> {
  if (!client) {
    void window.showInformationMessage('The Endpoints server is not running.');
    return undefined;
  }
  try {
    return await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
  } catch (error) {
    void window.showInformationMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
