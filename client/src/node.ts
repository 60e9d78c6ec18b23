/** The extension on the desktop: the server is a process of its own, spoken to by IPC. */
import type { ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { startExtension } from './extension.ts';
import type { Server } from './server.ts';

let server: Server | undefined;

/** Called by VS Code for the languages and the commands that package.json names. */
export function activate(context: ExtensionContext): void {
  server = startExtension(context, (options) => {
    const module = { module: context.asAbsolutePath('dist/server.js'), transport: TransportKind.ipc };
    return { client: new LanguageClient('endpoints', 'Kubernetes Endpoints', module, options) };
  });
}

/** VS Code waits for what this returns before it ends the extension host. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
