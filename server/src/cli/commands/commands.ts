/** All commands, in the order in which `--help` shows them. */
import { applyCommand } from './apply.ts';
import { buildCommand } from './build.ts';
import { checkCommand } from './check.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion.ts';
import { configCommand } from './config.ts';
import { convertCommand } from './convert.ts';
import { explainCommand, rulesCommand } from './explain.ts';
import { initCommand } from './init.ts';
import { listCommand } from './list.ts';
import { mergeCommand } from './merge.ts';
import { resolveCommand } from './resolve.ts';
import { showCommand } from './show.ts';
import { readersCommand } from './readers.ts';
import { slicesCommand } from './slices.ts';
import { testCommand } from './test.ts';
import { trafficCommand } from './traffic.ts';
import { whyCommand } from './why.ts';

export const commands: readonly Command[] = [
  checkCommand,
  mergeCommand,
  applyCommand,
  convertCommand,
  listCommand,
  readersCommand,
  slicesCommand,
  showCommand,
  trafficCommand,
  whyCommand,
  resolveCommand,
  testCommand,
  buildCommand,
  initCommand,
  configCommand,
  explainCommand,
  rulesCommand,
  completionCommand,
];

export const purpose = 'checks hand-written Kubernetes Endpoints as the API server will';

export const examples: readonly (readonly [line: string, does?: string])[] = [
  ['endpoints check', 'checks the current directory'],
  ["endpoints check k8s/ 'charts/**/*.yaml' --fix", 'applies safe fixes'],
  ['kubectl get endpoints -A -o json | endpoints check -'],
  ['endpoints explain loopback-ip', 'explains a rule'],
  ['endpoints convert k8s/', 'prints a diff; --write writes it'],
  ['endpoints apply base.yaml patches/', 'shows owners and conflicts'],
];

export const exitCodeLines: readonly (readonly [codes: string, when: string])[] = [
  ['0', 'no problems'],
  ['1', 'errors, a conflict, or something that needs manual work'],
  ['2', 'wrong usage or settings, or a file that cannot be read or written'],
  ['3', 'internal error'],
];
