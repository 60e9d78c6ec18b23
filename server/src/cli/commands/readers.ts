/** The options and help of `endpoints readers`. */
import { configOption, maxFileSizeOption, type Command, type CommandOptions } from './command.ts';

export const readersOptions = {
  format: {
    type: 'string',
    short: 'f',
    value: 'FORMAT',
    words: ['text', 'json', 'markdown', 'sarif'],
    default: 'text',
    does: 'text (default), json, markdown or sarif',
  },
  when: {
    type: 'string',
    value: 'replaced|later|all',
    default: 'all',
    does: 'readers that break at the conversion, later, or all (default)',
  },
  for: { type: 'string', value: 'NS/NAME', does: 'only readers of this Endpoints' },
  config: configOption,
  'max-file-size': maxFileSizeOption,
} as const satisfies CommandOptions;

export const readersCommand: Command = {
  name: 'readers',
  operands: '[PATH…]',
  summary: 'find what still reads or writes Endpoints',
  usage: ['[PATH…] [options]'],
  about: [
    'Searches all texts of a repository for readers of Endpoints: monitoring, RBAC rules, policies, scripts, programs, Terraform, charts, delivery and backups. Says for each one which objects it loses, when, and what to change.',
    'A reader breaks when EndpointSlices replace hand-written Endpoints ("replaced"), or when the cluster stops the controllers of Endpoints ("later"). PATH is a file, a directory, a glob or -; default: this directory. Comments, prose and generated files are not searched.',
    'What depends on a version that no file shows is likely; the setting "platform" answers it.',
  ],
  options: readersOptions,
  exitCodes: [
    ['0', 'no listed reader certainly breaks'],
    ['1', 'a listed reader certainly breaks'],
    ['2', 'wrong usage or settings, or an unreadable file'],
    ['3', 'internal error'],
  ],
  examples: [
    'endpoints readers',
    'endpoints readers --when replaced --for shop/orders-db k8s/ monitoring/',
    'endpoints readers --format markdown > readers.md',
  ],
};
