/** The options and help of `endpoints init`. */
import type { Command, CommandOptions } from './command.ts';

export const initOptions = {
  format: {
    type: 'string',
    short: 'f',
    value: 'yaml|json',
    default: 'yaml',
    does: 'file format (default yaml, which has comments)',
  },
  force: { type: 'boolean', default: false, does: 'replace an existing file' },
} as const satisfies CommandOptions;

export const initCommand: Command = {
  name: 'init',
  operands: '[DIRECTORY]',
  summary: 'write a settings file that fits the manifests',
  usage: ['[DIRECTORY] [options]'],
  about: [
    'Checks the manifests of a directory and writes endpoints.config.yaml into it. Default: the current directory.',
    'Suggestions that would change what is reported are comments in the file: nothing is silenced until you remove the "#".',
  ],
  options: initOptions,
  exitCodes: [
    ['0', 'the file is written'],
    ['2', 'wrong usage, the file exists, or it cannot be written'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints init', 'endpoints init deploy/ --format json'],
};
