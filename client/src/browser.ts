/** Starts the extension on the web: first the server's worker, and while it loads, the client is loaded. */
import { Uri, type ExtensionContext } from 'vscode';
import { startEarly } from './early.ts';
import type { ServerSupervisor } from './server.ts';

let server: Promise<ServerSupervisor> | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const script = Uri.joinPath(context.extensionUri, 'dist/worker.js').toString(true);
  // VS Code runs the script from a blob. By the name, it finds the files beside it.
  const startWorker = startEarly(() => new Worker(script, { name: script }));
  server = import('./web.ts').then(({ startOnWeb }) => startOnWeb(context, startWorker));
  await server;
}

export async function deactivate(): Promise<void> {
  await (await server)?.stop();
}
