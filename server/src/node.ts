#!/usr/bin/env node
/** The program `endpoints-language-server`: the server over standard input and output, or over what --node-ipc and --socket say. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './lsp/server.ts';
import { nodeHost } from './node-host.ts';

const transports = ['--stdio', '--node-ipc', '--socket', '--pipe'];
const args = process.argv.slice(2);

if (args.includes('--version')) {
  process.stdout.write(`${nodeHost.version}\n`);
} else if (!args.some((arg) => transports.some((transport) => arg === transport || arg.startsWith(`${transport}=`)))) {
  const isHelp = args.includes('--help') || args.includes('-h');
  const text = `Usage: endpoints-language-server --stdio\n\nThe language server for Kubernetes Endpoints. An editor starts it and speaks the Language Server\nProtocol with it: over standard input and output (--stdio), a socket (--socket=PORT) or a pipe (--pipe=NAME).\n`;
  (isHelp ? process.stdout : process.stderr).write(
    isHelp ? text : `endpoints-language-server: Say how to connect, usually with --stdio.\n\n${text}`,
  );
  process.exitCode = isHelp ? 0 : 2;
} else {
  startServer(createConnection(ProposedFeatures.all), nodeHost);
}
