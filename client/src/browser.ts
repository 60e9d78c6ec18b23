/** Starts the extension on the web, with the server in a Web Worker. */
import { Uri, type ExtensionContext } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { startExtension } from './extension.ts';
import type { ServerSupervisor } from './server.ts';

/** Declared here, because the types of the DOM would apply to all other files, too. */
declare class Worker {
  constructor(url: string);
  terminate(): void;
}

let server: ServerSupervisor | undefined;

export function activate(context: ExtensionContext): void {
  const script = Uri.joinPath(context.extensionUri, 'dist/worker.js').toString(true);
  server = startExtension(context, (options) => {
    const worker = new Worker(script);
    // Not a promise: the client would not recognize an extension's worker, which is no instance of the visible class.
    const client = new LanguageClient('endpoints', 'Kubernetes Endpoints', worker, options);
    return { client, kill: () => worker.terminate() };
  });
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
