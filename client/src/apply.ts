/** Showing what server-side apply makes of a resource: the server finds it, and asks for the document to be shown. */
import { languages, window } from 'vscode';
import { ExecuteCommandRequest } from 'vscode-languageclient';
import { documentSelector } from './client-options.ts';
import type { Server } from './server.ts';

/** The resource at the place that a lens or an action names, or at the cursor. */
export async function showApply(server: Server, named: unknown): Promise<void> {
  const place = named ?? placeAtCursor();
  const { client } = server;
  if (!place || !client) {
    const why = client ? 'Open a file with Endpoints first.' : 'The Endpoints server is not running.';
    void window.showInformationMessage(why);
    return;
  }
  try {
    await client.sendRequest(ExecuteCommandRequest.type, { command: 'endpoints.showApply', arguments: [place] });
  } catch (error) {
    void window.showInformationMessage(error instanceof Error ? error.message : String(error));
  }
}

function placeAtCursor(): unknown {
  const editor = window.activeTextEditor;
  if (!editor || languages.match(documentSelector(), editor.document) === 0) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}
