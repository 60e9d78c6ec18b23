/** The extension on the web: the server is a Web Worker. */
import { Uri } from 'vscode';
import type { ExtensionContext } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { startExtension } from './extension.ts';
import type { Server } from './server.ts';

/** What of the browser is used here; the types of the DOM would reach everything else, too. */
declare class Worker {
  constructor(url: string);
  terminate(): void;
}

let server: Server | undefined;

/** Called by VS Code for the languages and the commands that package.json names. */
export function activate(context: ExtensionContext): void {
  const script = Uri.joinPath(context.extensionUri, 'dist/worker.js').toString(true);
  server = startExtension(context, (options) => {
    const worker = new Worker(script);
    // Not as a promise: workers of an extension are no instances of the class that is visible here, and would not be known.
    const client = new LanguageClient('endpoints', 'Kubernetes Endpoints', worker, options);
    return { client, kill: () => worker.terminate() };
  });
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
