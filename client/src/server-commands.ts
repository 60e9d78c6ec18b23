/** Runs commands on the server, with the place of a lens or the cursor, and shows their answers or errors to the user. */
import { commands, languages, window } from 'vscode';
import { ExecuteCommandRequest, type Location, type Position } from 'vscode-languageclient';
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

/** Opens a peek view with the objects that a lens names. */
export async function peekPlaces(server: ServerSupervisor, place: LensPlace): Promise<void> {
  const places = (await runOnServer(server, 'endpoints.showPlaces', [place])) as Location[] | undefined;
  const converter = server.client?.protocol2CodeConverter;
  if (!places || !converter) return;
  const locations = await converter.asReferences(places);
  const { uri, position } = place;
  await commands.executeCommand(
    'editor.action.showReferences',
    converter.asUri(uri),
    converter.asPosition(position),
    locations,
  );
}

/** The start of the object below a lens. */
export interface LensPlace {
  readonly uri: string;
  readonly position: Position;
}

/** The server's answer; undefined where it failed. */
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
