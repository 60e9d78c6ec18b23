/** What `endpoints merge` is called with. */
import { checkOptions } from './check.ts';
import type { Command, CommandOptions } from './command.ts';

const { quiet, format, output } = checkOptions;

export const mergeOptions = {
  quiet,
  'max-warnings': checkOptions['max-warnings'],
  format,
  output,
} as const satisfies CommandOptions;

export const mergeCommand: Command = {
  name: 'merge',
  operands: 'REPORT…',
  summary: 'make one report of those of all shards',
  usage: ['REPORT… [options]'],
  about: [
    'Reads the JSON reports of all shards of a run ("endpoints check --shard I/N --format json --output REPORT") and reports as the whole run would have done.',
  ],
  options: mergeOptions,
  exitCodes: [
    ['0', 'no errors, and not too many warnings'],
    ['1', 'errors, or too many warnings'],
    ['2', 'wrong usage, a path that a shard could not read, or reports that are not all those of one run'],
    ['3', 'a bug of ours'],
  ],
  examples: ['endpoints merge part-*.json', 'endpoints merge part-*.json --format json --output report.json'],
};
