/** The options and help of the program `endpoints-language-server`. */
import type { Command, CommandOptions } from './command.ts';

const serverOptions = {
  stdio: { type: 'boolean', default: false, does: 'use standard input and output, as most editors do' },
  'node-ipc': { type: 'boolean', default: false, does: 'use the IPC channel of the parent Node process' },
  socket: { type: 'string', value: 'PORT', does: 'connect to a TCP port of this machine' },
  pipe: { type: 'string', value: 'NAME', does: 'connect to a named pipe or a socket file' },
  version: { type: 'boolean', default: false, does: 'show the version' },
} as const satisfies CommandOptions;

export const serverCommand: Command = {
  name: 'endpoints-language-server',
  operands: '',
  summary: 'the language server for hand-written Kubernetes Endpoints',
  usage: ['--stdio', '--node-ipc', '--socket PORT', '--pipe NAME'],
  about: [
    'The language server for hand-written Kubernetes Endpoints and EndpointSlices. An editor starts it and connects to it. docs/editors.md of the project shows the setup of each editor.',
  ],
  options: serverOptions,
  exitCodes: [
    ['0', 'the editor ended the session'],
    ['1', 'the connection ended without an exit request'],
    ['2', 'wrong usage'],
  ],
  examples: ['endpoints-language-server --stdio'],
};
