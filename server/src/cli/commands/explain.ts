/** The help of `endpoints explain` and `endpoints rules`. */
import { formatOption, type Command, type CommandOptions } from './command.ts';

export const explainCommand: Command = {
  name: 'explain',
  operands: 'CODE',
  summary: 'show the page of a rule',
  usage: ['CODE'],
  about: ['Shows the page of a rule: what it requires, why, and an example. "endpoints rules" lists the codes.'],
  options: {},
  exitCodes: [
    ['0', 'the page is shown'],
    ['2', 'wrong usage, or an unknown code'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints explain loopback-ip'],
};

export const rulesOptions = { format: formatOption } as const satisfies CommandOptions;

export const rulesCommand: Command = {
  name: 'rules',
  operands: '',
  summary: 'list all rules',
  usage: ['[options]'],
  about: ['Lists all rules: code, who enforces the rule, default level, requirement.'],
  options: rulesOptions,
  exitCodes: [
    ['0', 'the rules are listed'],
    ['2', 'wrong usage'],
    ['3', 'internal error'],
  ],
  examples: ['endpoints rules', 'endpoints rules --format json'],
};
