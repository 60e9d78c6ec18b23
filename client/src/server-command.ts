/** Asking the server to run a command; what it refuses is shown to the user. */
import { window } from 'vscode';
import { ExecuteCommandRequest } from 'vscode-languageclient';
import type { Server } from './server.ts';

export async function runOnServer({ client }: Server, command: string, args: readonly unknown[]): Promise<void> {
  if (!client) {
    void window.showInformationMessage('The Endpoints server is not running.');
    return;
  }
  try {
    await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [...args] });
  } catch (error) {
    void window.showInformationMessage(error instanceof Error ? error.message : String(error));
  }
}
