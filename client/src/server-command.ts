/** Runs a command on the server, and shows its error to the user. */
import { window } from 'vscode';
import { ExecuteCommandRequest } from 'vscode-languageclient';
import type { ServerSupervisor } from './server.ts';

export async function runOnServer(
  { client }: ServerSupervisor,
  command: string,
  args: readonly unknown[],
): Promise<void> {
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
