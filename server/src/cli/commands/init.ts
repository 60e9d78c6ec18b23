/** What `endpoints init` is called with. */
import type { Command, CommandOptions } from './command.ts';

export const initOptions = {
  format: {
    type: 'string',
    value: 'yaml|json',
    default: 'yaml',
    does: 'what to write; yaml by default, which has room for comments',
  },
  force: { type: 'boolean', short: 'f', default: false, does: 'replace the file that is there' },
} as const satisfies CommandOptions;

export const initCommand: Command = {
  name: 'init',
  operands: '[DIRECTORY]',
  summary: 'write a settings file after looking at what there is',
  usage: ['[DIRECTORY] [options]'],
  about: [
    'Looks at the manifests of a directory (of this one where none is named), writes endpoints.config.yaml into it, and says what it found and what to do next. Proposals that change what is reported are comments: nothing is silenced before you say so.',
  ],
  options: initOptions,
  exitCodes: [
    ['0', 'written'],
    ['2', 'wrong usage, there is such a file already, or it cannot be written'],
    ['3', 'a bug of ours'],
  ],
  examples: ['endpoints init', 'endpoints init deploy/ --format json'],
};
