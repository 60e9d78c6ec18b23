/** Runs the commands that show the result of server-side apply or the mirrored slices of a resource. */
import { languages, window } from 'vscode';
import { documentSelector } from './client-options.ts';
import { runOnServer } from './server-command.ts';
import type { ServerSupervisor } from './server.ts';

/** Uses the place that a lens or an action passes, or the cursor. */
export async function showMade(server: ServerSupervisor, command: string, named: unknown): Promise<void> {
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
