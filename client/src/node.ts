/** Starts the extension on the desktop, with the server in a process of its own that uses IPC. */
import type { ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { startExtension } from './extension.ts';
import type { ServerSupervisor } from './server.ts';

let server: ServerSupervisor | undefined;

export function activate(context: ExtensionContext): void {
  server = startExtension(context, (options) => {
    const module = { module: context.asAbsolutePath('dist/server.js'), transport: TransportKind.ipc };
    return { client: new LanguageClient('endpoints', 'Kubernetes Endpoints', module, options) };
  });
}

/** VS Code waits for this promise before it ends the extension host. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
