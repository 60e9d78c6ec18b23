/** Runs commands on the server, with the place of a lens or the cursor, and shows their errors to the user. */
import { Uri, window, type TextEditor } from 'vscode';
import { ExecuteCommandRequest } from 'vscode-languageclient';
import { isServed } from './programs.ts';
import type { LensPlace } from './lens-place.ts';
import type { ServerSupervisor } from './server.ts';

/** Uses the place that a lens or an action passes, or the cursor. A menu passes the address of its file. */
export async function runAtPlace(server: ServerSupervisor, command: string, named: unknown): Promise<void> {
  const place = named === undefined || named instanceof Uri ? placeAtCursor(named) : named;
  if (!place && server.client) void window.showInformationMessage('Open a file with Endpoints first.');
  else await runOnServer(server, command, [place]);
}

/** Converts or previews the files and folders that a menu passes, or the workspace. */
export async function runWithin(server: ServerSupervisor, command: string, args: unknown[]): Promise<void> {
  const [first, selected] = args;
  const chosen: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [first];
  const within = chosen.filter((each) => each instanceof Uri).map((uri) => uri.toString());
  await runOnServer(server, command, within.length > 0 ? [{ within }] : args);
}

/** In the editor of the file, or in the active one. */
export function placeAtCursor(file: Uri | undefined): LensPlace | undefined {
  const isOfFile = ({ document }: TextEditor): boolean => document.uri.toString() === file?.toString();
  const editor =
    [window.activeTextEditor, ...window.visibleTextEditors].find((each) => each && isOfFile(each)) ??
    window.activeTextEditor;
  if (!editor || !isServed(editor.document)) return undefined;
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
