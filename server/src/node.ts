#!/usr/bin/env node
/** The program `endpoints-language-server`: the server over standard input and output, IPC, a socket or a pipe. */
import { createConnection, ProposedFeatures, type InitializeParams } from 'vscode-languageserver/node';
import manifest from '../../package.json' with { type: 'json' };
import { introduction } from './lsp/protocol/capabilities.ts';
import { rejectMalformed } from './lsp/protocol/initialize-params.ts';
import { closedGate } from './lsp/protocol/gate.ts';

const transports = ['--stdio', '--node-ipc', '--socket', '--pipe'];
const args = process.argv.slice(2);

if (args.includes('--version')) {
  process.stdout.write(`${manifest.version}\n`);
} else if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(await help());
} else if (!args.some((arg) => transports.some((transport) => arg === transport || arg.startsWith(`${transport}=`)))) {
  process.stderr.write(`endpoints-language-server: Choose a transport, usually --stdio.\n\n${await help()}`);
  process.exitCode = 2;
} else {
  listen();
}

async function help(): Promise<string> {
  const [{ helpOf }, { serverCommand }] = await Promise.all([
    import('./cli/help.ts'),
    import('./cli/commands/language-server.ts'),
  ]);
  return helpOf(serverCommand, serverCommand.name);
}

/** Answers `initialize` at once, and loads the rest of the server while the client handles the answer or has sent nothing yet. */
function listen(): void {
  let asked: InitializeParams | undefined;
  let loading: Promise<void> | undefined;
  const load = async (): Promise<void> => {
    const [{ serve, repeatedMethods }, { nodeHost, nodeQueue }, { setFlagsFromString }] = await Promise.all([
      import('./lsp/server.ts'),
      import('./node-host.ts'),
      import('node:v8'),
    ]);
    // V8 otherwise allocates trees as old objects, because the first ones live long. A tree lives only until the next keystroke,
    // but old objects stay until the next full garbage collection.
    setFlagsFromString('--no-allocation-site-pretenuring');
    serve(connection, nodeHost, asked);
    nodeQueue.dropOvertaken(repeatedMethods);
    gate.open((message, next) => nodeQueue.receive(message, next));
  };
  const begin = (): void => void (loading ??= load());
  const gate = closedGate(begin);
  const connection = createConnection(ProposedFeatures.all, { messageStrategy: gate.messageStrategy });
  connection.onInitialize((params) => {
    // Loads after the answer is sent.
    setImmediate(begin);
    rejectMalformed(params);
    asked = params;
    return introduction(params.capabilities, manifest.version);
  });
  connection.listen();
  // A message that has arrived already comes first.
  setImmediate(() => setImmediate(begin));
}
