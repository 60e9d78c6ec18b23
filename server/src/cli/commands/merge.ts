/** The options and help of `endpoints merge`. */
import { checkOptions } from './check.ts';
import type { Command, CommandOptions } from './command.ts';

const { quiet, all, format, output } = checkOptions;

export const mergeOptions = {
  quiet,
  'max-warnings': {
    type: 'string',
    value: 'N',
    does: 'exit with 1 if there are more than N warnings (default limit of the shards)',
  },
  format,
  output,
  all,
} as const satisfies CommandOptions;

export const mergeCommand: Command = {
  name: 'merge',
  operands: 'REPORT…',
  summary: 'merge the reports of all shards',
  isRare: true,
  usage: ['REPORT… [options]'],
  about: [
    'Merges the JSON reports of all shards ("endpoints check --shard I/N --format json --output REPORT") into the report of one run.',
  ],
  options: mergeOptions,
  exitCodes: [
    ['0', 'no errors, and not too many warnings'],
    ['1', 'errors, or too many warnings'],
    ['2', 'wrong usage, a shard with unreadable files, or reports of different runs'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints merge part-*.json', 'endpoints merge part-*.json --format json --output report.json'],
};
