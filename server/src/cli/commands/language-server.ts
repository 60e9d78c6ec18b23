/** What the program `endpoints-language-server` is called with. */
import type { Command, CommandOptions } from './command.ts';

const serverOptions = {
  stdio: { type: 'boolean', default: false, does: 'speak over standard input and output, as most editors do' },
  'node-ipc': { type: 'boolean', default: false, does: 'speak to the Node process that started it' },
  socket: { type: 'string', value: 'PORT', does: 'connect to a port of this computer' },
  pipe: { type: 'string', value: 'NAME', does: 'connect to a named pipe or a socket file' },
  version: { type: 'boolean', default: false, does: 'show the version' },
} as const satisfies CommandOptions;

export const serverCommand: Command = {
  name: 'endpoints-language-server',
  operands: '',
  summary: 'the language server for hand-written Kubernetes Endpoints',
  usage: ['--stdio', '--node-ipc', '--socket PORT', '--pipe NAME'],
  about: [
    'The language server for hand-written Kubernetes Endpoints and EndpointSlices. An editor starts it and speaks the Language Server Protocol with it. What editors need to be told is in docs/editors.md of the project.',
  ],
  options: serverOptions,
  exitCodes: [
    ['0', 'the editor has ended the session'],
    ['1', 'the session ended without a word of the editor'],
    ['2', 'wrong usage'],
  ],
  examples: ['endpoints-language-server --stdio'],
};
