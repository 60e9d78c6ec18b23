/** All commands, in the order in which they are shown. */
import { applyCommand } from './apply.ts';
import { checkCommand } from './check.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion.ts';
import { configCommand } from './config.ts';
import { convertCommand } from './convert.ts';
import { explainCommand, rulesCommand } from './explain.ts';
import { initCommand } from './init.ts';
import { mergeCommand } from './merge.ts';
import { slicesCommand } from './slices.ts';

export const commands: readonly Command[] = [
  checkCommand,
  mergeCommand,
  applyCommand,
  convertCommand,
  slicesCommand,
  initCommand,
  configCommand,
  explainCommand,
  rulesCommand,
  completionCommand,
];

/** What the program does, in one line. */
export const purpose = 'checks hand-written Kubernetes Endpoints as the API server will';

/** Lines for a shell, and what they do where that is not plain. */
export const examples: readonly (readonly [line: string, does?: string])[] = [
  ['endpoints check', 'everything below this directory'],
  ["endpoints check k8s/ 'charts/**/*.yaml' --fix", 'and correct what is safe to correct'],
  ['kubectl get endpoints -A -o json | endpoints check -'],
  ['endpoints apply base.yaml patches/', 'who owns what afterwards, and who conflicts'],
  ['endpoints convert --to endpointslice k8s/', 'a diff; --write writes it'],
  ['endpoints explain loopback-ip'],
];

export const exitCodeLines: readonly (readonly [codes: string, when: string])[] = [
  ['0', 'clean'],
  ['1', 'findings, a conflict, or something to convert by hand'],
  ['2', 'wrong usage or configuration, or a path that cannot be read or written'],
  ['3', 'a bug of ours'],
];
