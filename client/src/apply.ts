/** Showing what server-side apply or the control plane makes of a resource: the server finds it, and asks for the document to be shown. */
import { languages, window } from 'vscode';
import { documentSelector } from './client-options.ts';
import { runOnServer } from './server-command.ts';
import type { Server } from './server.ts';

/** The resource at the place that a lens or an action names, or at the cursor. */
export async function showMade(server: Server, command: string, named: unknown): Promise<void> {
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
