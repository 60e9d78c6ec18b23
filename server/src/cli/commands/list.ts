/** The options and help of `endpoints list`. */
import { configOption, formatOption, maxFileSizeOption, type Command, type CommandOptions } from './command.ts';

export const listOptions = {
  format: formatOption,
  config: configOption,
  'max-file-size': maxFileSizeOption,
} as const satisfies CommandOptions;

export const listCommand: Command = {
  name: 'list',
  operands: '[PATH…]',
  summary: 'list objects, with their known and unknown values',
  usage: ['[PATH…] [options]'],
  about: [
    'Lists the Endpoints, EndpointSlices and Services in manifests and programs: where each is written, which of its values are known, and which are not.',
    'PATH is a file, a directory, a glob or -, as for "endpoints check"; default: this directory. Nothing is run, so a value that only a running program or a template knows is unknown, and no rule checks it.',
  ],
  options: listOptions,
  exitCodes: [
    ['0', 'all objects are listed, or there are none'],
    ['2', 'wrong usage or settings, or an unreadable file'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints list infra/', 'endpoints list index.ts --format json'],
};
