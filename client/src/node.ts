/** Starts the extension on the desktop: first the server's process, and while it starts, the client is loaded. */
import type { ExtensionContext } from 'vscode';
import { startEarly } from './early.ts';
import { startProcess } from './server-process.ts';
import type { ServerSupervisor } from './server.ts';

// VS Code loads this file in order to activate the extension, and meanwhile prepares its context.
const start = startEarly(startProcess);

let server: Promise<ServerSupervisor> | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  server = import('./desktop.ts').then(({ startOnDesktop }) => startOnDesktop(context, start));
  await server;
}

/** VS Code waits for this promise before it ends the extension host. */
export async function deactivate(): Promise<void> {
  await (await server)?.stop();
}
