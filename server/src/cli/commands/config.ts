/** What `endpoints config` is called with. */
import { configOption, formatOption, versionOption } from './command.ts';
import type { Command, CommandOptions } from './command.ts';
import { checkOptions } from './check.ts';

export const configOptions = {
  all: { type: 'boolean', default: false, does: 'also the switches of editors, and the level of every rule' },
  'kubernetes-version': versionOption,
  severity: checkOptions.severity,
  config: configOption,
  format: formatOption,
} as const satisfies CommandOptions;

export const configCommand: Command = {
  name: 'config',
  operands: '[FILE…]',
  summary: 'show which settings hold for a file, and where each comes from',
  usage: ['[FILE…] [options]'],
  about: [
    'Shows which settings hold for each FILE, after all settings files, overrides and options, and behind each value where it comes from. A directory can be named, too. Without a FILE: what holds where no override does.',
  ],
  options: configOptions,
  exitCodes: [
    ['0', 'shown'],
    ['2', 'wrong usage or configuration, or a path that is not there'],
    ['3', 'a bug of ours'],
  ],
  examples: ['endpoints config k8s/orders-db.yaml', 'endpoints config --all --format json'],
};
