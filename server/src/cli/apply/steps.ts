/** `endpoints apply --steps`: replays requests for one object and prints the API server's answer to each. */
import { memberOf, type JsonObject } from '../../analysis/apply/json-value.ts';
import { causeAt, type Live, type ApplyOutcome, type ApplyStep } from '../../analysis/apply/apply-step.ts';
import { readSettings } from '../config-file.ts';
import { performRequest } from './perform-request.ts';
import type { Terminal } from '../terminal.ts';
import { conflictsJson, rejectedJson, resultJson } from './outcome-json.ts';
import type { StepsOptions } from './apply-options.ts';
import { readSteps } from './read-steps.ts';
import { exitCodes } from '../usage.ts';

/** The exit code reports only whether the replay ran: conflicts and rejections are answers. */
export function replaySteps({ file, config }: StepsOptions, terminal: Terminal): number {
  const { minor } = readSettings({ config }, terminal).all;
  const steps = readSteps(file, terminal.cwd);
  terminal.out('{\n  "steps": [');
  // One at a time: each answer has the whole object, and all of them may exceed the maximum length of a string.
  let separator = '';
  for (const answer of answers(steps, minor)) {
    terminal.out(`${separator}\n${JSON.stringify(answer, null, 2)}`.replaceAll('\n', '\n    '));
    separator = ',';
  }
  terminal.out(steps.length === 0 ? ']\n}\n' : '\n  ]\n}\n');
  return exitCodes.clean;
}

/** The answers to consecutive requests. A rejected request changes nothing. */
function* answers(steps: readonly ApplyStep[], minor: number): Iterable<JsonObject> {
  let live: Live | undefined;
  for (const step of steps) {
    const outcome = performStep(live, step, minor);
    if (outcome.kind === 'result') live = outcome.live;
    yield answerOf(outcome, step.config);
  }
}

/** Every object of a replay is new, so no request can know the uid that the API server gives it. */
function performStep(live: Live | undefined, step: ApplyStep, minor: number): ApplyOutcome {
  const outcome = performRequest(live, step, minor);
  const uid = memberOf(memberOf(step.config, 'metadata'), 'uid') ?? '';
  if (uid === '' || step.operation === 'create' || outcome.kind === 'conflicts') return outcome;
  const isImmutable = live !== undefined && step.operation === 'apply';
  const message = live ? 'the object has another uid' : 'no object with this uid exists';
  const cause = causeAt('metadata.uid', isImmutable ? 'FieldValueInvalid' : 'Conflict', message);
  // The API server refuses an update with another uid before it validates the object.
  const others = isImmutable && outcome.kind === 'rejected' ? outcome.causes : [];
  return { kind: 'rejected', causes: [cause, ...others] };
}

function answerOf(outcome: ApplyOutcome, config: JsonObject): JsonObject {
  if (outcome.kind === 'conflicts') return { conflicts: conflictsJson(outcome.conflicts) };
  if (outcome.kind === 'rejected') return { rejected: rejectedJson(outcome.causes, config) };
  return { result: resultJson(outcome.live) };
}
