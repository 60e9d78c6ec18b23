/** What `endpoints explain` and `endpoints rules` are called with. */
import type { Command } from './command.ts';

export const explainCommand: Command = {
  name: 'explain',
  operands: 'CODE',
  summary: 'show the page of a rule',
  usage: ['CODE'],
  about: [
    'Shows the page of a rule: what it asks for, why, an example and a way out. "endpoints rules" lists the codes.',
  ],
  options: {},
  exitCodes: [
    ['0', 'shown'],
    ['2', 'wrong usage, or no such rule'],
    ['3', 'a bug of ours'],
  ],
  examples: ['endpoints explain loopback-ip'],
};

export const rulesCommand: Command = {
  name: 'rules',
  operands: '',
  summary: 'list all rules',
  usage: [''],
  about: ['Lists all rules: code, who enforces it, default level, what it asks for.'],
  options: {},
  exitCodes: [
    ['0', 'listed'],
    ['2', 'wrong usage'],
    ['3', 'a bug of ours'],
  ],
  examples: ['endpoints rules'],
};
