/** `endpoints apply --steps`: replays requests for one object and prints the API server's answer to each. */
import { printableJson } from '../../text/quote.ts';
import type { JsonObject } from '../../analysis/apply/json-value.ts';
import type { Live, ApplyOutcome, ApplyStep } from '../../analysis/apply/apply-step.ts';
import { readSettings } from '../config-file.ts';
import { performRequest } from './perform-request.ts';
import type { Terminal } from '../terminal.ts';
import { conflictJson, rejectedJson, resultJson } from './outcome-json.ts';
import type { StepsOptions } from './apply-options.ts';
import { readSteps } from './read-steps.ts';
import { exitCodes } from '../usage.ts';

/** The exit code reports only whether the replay ran: conflicts and rejections are answers. */
export function replaySteps({ file, config }: StepsOptions, terminal: Terminal): number {
  const { minor } = readSettings({ config }, terminal.cwd).all;
  const steps = readSteps(file, terminal.cwd);
  terminal.out('{\n  "steps": [');
  // One at a time: each answer has the whole object, and all of them may exceed the maximum length of a string.
  let separator = '';
  for (const answer of answers(steps, minor)) {
    terminal.out(`${separator}\n${printableJson(answer, 2)}`.replaceAll('\n', '\n    '));
    separator = ',';
  }
  terminal.out(steps.length === 0 ? ']\n}\n' : '\n  ]\n}\n');
  return exitCodes.clean;
}

/** The answers to consecutive requests. A rejected request changes nothing. */
function* answers(steps: readonly ApplyStep[], minor: number): Iterable<JsonObject> {
  let live: Live | undefined;
  for (const step of steps) {
    const outcome = performRequest(live, step, minor);
    if (outcome.kind === 'result') live = outcome.live;
    yield answerOf(outcome, step.config);
  }
}

function answerOf(outcome: ApplyOutcome, config: JsonObject): JsonObject {
  if (outcome.kind === 'conflicts') return { conflicts: outcome.conflicts.map(conflictJson) };
  if (outcome.kind === 'rejected') return { rejected: rejectedJson(outcome.causes, config) };
  return { result: resultJson(outcome.live) };
}
