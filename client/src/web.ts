/** Connects the client to the server's worker. */
import type { ExtensionContext } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { startExtension } from './extension.ts';
import type { ServerSupervisor } from './server.ts';

/** `startWorker` returns another worker at each call. */
export function startOnWeb(context: ExtensionContext, startWorker: () => Worker): ServerSupervisor {
  return startExtension(context, (options) => {
    const worker = startWorker();
    // Not a promise: the client would not recognize an extension's worker, which is no instance of the visible class.
    const client = new LanguageClient('endpoints', 'Kubernetes Endpoints', worker, options);
    return { client, kill: () => worker.terminate() };
  });
}
