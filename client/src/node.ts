/** Starts the extension on the desktop: first the server's process, and while it starts, the client is loaded. */
import type { ExtensionContext } from 'vscode';
import { startEarly } from './early.ts';
import { forkServer } from './fork.ts';
import type { ServerSupervisor } from './server.ts';

let server: Promise<ServerSupervisor> | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const fork = startEarly(() => forkServer(context.asAbsolutePath('dist/server.js')));
  server = import('./desktop.ts').then(({ startOnDesktop }) => startOnDesktop(context, fork));
  await server;
}

/** VS Code waits for this promise before it ends the extension host. */
export async function deactivate(): Promise<void> {
  await (await server)?.stop();
}
