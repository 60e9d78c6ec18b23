/** Connects the client to the server's process through IPC. */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ExtensionContext, LogOutputChannel } from 'vscode';
import { IPCMessageReader, IPCMessageWriter, LanguageClient, type MessageTransports } from 'vscode-languageclient/node';
import { startExtension } from './extension.ts';
import type { ServerSupervisor } from './server.ts';

/** `fork` returns another process at each call. */
export function startOnDesktop(context: ExtensionContext, fork: () => ChildProcess): ServerSupervisor {
  return startExtension(context, (options, output) => {
    const child = fork();
    const connect = (): Promise<MessageTransports> => Promise.resolve(child).then((each) => transportsOf(each, output));
    return {
      client: new LanguageClient('endpoints', 'Kubernetes Endpoints', connect, options),
      kill: () => child.kill(),
    };
  });
}

/** Throws for a process that failed to start or has ended. */
function transportsOf(child: ChildProcess, output: LogOutputChannel): MessageTransports {
  const { pid, exitCode, signalCode, stdout, stderr } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null || !stdout || !stderr)
    throw new Error('its process has ended');
  createInterface({ input: stdout }).on('line', (line) => output.info(line));
  createInterface({ input: stderr }).on('line', (line) => output.error(line));
  return { reader: new IPCMessageReader(child), writer: new IPCMessageWriter(child) };
}
