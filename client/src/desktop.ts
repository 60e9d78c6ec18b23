/** Connects the client to the server's process. */
import type { ExtensionContext } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { startExtension } from './extension.ts';
import { running, type startProcess } from './server-process.ts';
import type { ServerSupervisor } from './server.ts';

/** `start` returns another process at each call. */
export function startOnDesktop(context: ExtensionContext, start: typeof startProcess): ServerSupervisor {
  return startExtension(context, (options) => {
    const child = start();
    const client = new LanguageClient('endpoints', 'Kubernetes Endpoints', () => running(child), options);
    return { client, kill: () => child.kill() };
  });
}
