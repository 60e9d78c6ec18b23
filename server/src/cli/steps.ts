/** `endpoints apply --steps`: replays requests to one object and prints what the server answers to each. */
import { memberOf } from '../analysis/apply/json.ts';
import type { Json, JsonObject } from '../analysis/apply/json.ts';
import { managedFieldsJson } from '../analysis/apply/managed-fields.ts';
import { perform } from '../analysis/apply/server.ts';
import type { Cause, Conflict, Live, Outcome, Step } from '../analysis/apply/step.ts';
import { mergeConfigs } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { causesAgainst } from '../lint/verdict.ts';
import { rules } from '../rules/rules.ts';
import { readConfigFile } from './config-file.ts';
import type { Terminal } from './main.ts';
import { readSteps } from './read-steps.ts';
import { exitCodes } from './usage.ts';

interface ReplayOptions {
  readonly file: string;
  readonly config: Config;
}

/** Conflicts and rejections are answers: the exit code says only whether the replay ran. */
export function replaySteps({ file, config }: ReplayOptions, terminal: Terminal): number {
  const { minor } = mergeConfigs([readConfigFile(undefined, terminal.cwd), config]);
  const steps = replay(readSteps(file, terminal.cwd), minor);
  terminal.out(`${JSON.stringify({ steps }, null, 2)}\n`);
  return exitCodes.clean;
}

/** The answers to requests that follow each other; one that is refused changes nothing. */
function replay(steps: readonly Step[], minor: number): readonly JsonObject[] {
  let live: Live | undefined;
  return steps.map((step) => {
    const outcome = judged(perform(live, step, minor), live, minor);
    if (outcome.kind === 'conflicts') return { conflicts: outcome.conflicts.map(conflictJson) };
    if (outcome.kind === 'rejected') return { rejected: rejectedJson(outcome.causes, step) };
    live = outcome.live;
    return { result: resultJson(live) };
  });
}

/** What a request results in is checked as a whole before the server keeps it. */
function judged(outcome: Outcome, live: Live | undefined, minor: number): Outcome {
  if (outcome.kind !== 'result') return outcome;
  const causes = causesAgainst(outcome.live.object, { rules, minor, onBug }, live?.object);
  return causes.length > 0 ? { kind: 'rejected', causes } : outcome;
}

/** Without one of the rules, the answer would be a guess. */
function onBug(code: string, error: unknown): never {
  throw new Error(`The rule ${code} failed.`, { cause: error });
}

function resultJson({ object, owners }: Live): JsonObject {
  const metadata = memberOf(object, 'metadata');
  return {
    labels: memberOf(metadata, 'labels') ?? {},
    annotations: memberOf(metadata, 'annotations') ?? {},
    finalizers: memberOf(metadata, 'finalizers') ?? [],
    ownerReferences: memberOf(metadata, 'ownerReferences') ?? [],
    subsets: memberOf(object, 'subsets') ?? [],
    managedFields: managedFieldsJson(owners),
  };
}

function conflictJson({ field, with: { manager, operation, apiVersion } }: Conflict): JsonObject {
  return { field, with: manager, ...(operation === 'Update' ? { using: apiVersion } : {}) };
}

function rejectedJson(causes: readonly Cause[], { config }: Step): JsonObject {
  const name = memberOf(memberOf(config, 'metadata'), 'name');
  const subject = typeof name === 'string' && name !== '' ? `Endpoints ${JSON.stringify(name)}` : 'This Endpoints';
  return {
    causes: causes.map(({ field, reason }): Json => ({ field, reason })),
    message: `${subject} is invalid: ${causes.map(({ message }) => message).join('; ')}.`,
  };
}
