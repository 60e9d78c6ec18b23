/** The options and help of `endpoints config`. */
import { formatOption, versionsOption, type Command, type CommandOptions } from './command.ts';
import { checkOptions } from './check.ts';

export const configOptions = {
  all: { type: 'boolean', default: false, does: 'also show editor features and all rule levels' },
  'kubernetes-version': versionsOption,
  severity: checkOptions.severity,
  format: formatOption,
  config: checkOptions.config,
} as const satisfies CommandOptions;

export const configCommand: Command = {
  name: 'config',
  operands: '[FILE…]',
  summary: 'show the settings of a file and their sources',
  isRare: true,
  usage: ['[FILE…] [options]'],
  about: [
    'Shows the effective settings of each FILE or directory, after all settings files, overrides and options, and the source of each value. Without a FILE: the settings of files that no override matches.',
  ],
  options: configOptions,
  exitCodes: [
    ['0', 'the settings are shown'],
    ['2', 'wrong usage or settings, or a path that does not exist'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints config k8s/orders-db.yaml', 'endpoints config --all --format json'],
};
