/** `endpoints apply --steps`: replays requests to one object and prints what the server answers to each. */
import type { JsonObject } from '../analysis/apply/json.ts';
import type { Live, Step } from '../analysis/apply/step.ts';
import { mergeConfigs } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import { readConfigFile } from './config-file.ts';
import { performJudged } from './judge.ts';
import type { Terminal } from './main.ts';
import { conflictJson, rejectedJson, resultJson } from './outcome-json.ts';
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
    const outcome = performJudged(live, step, minor);
    if (outcome.kind === 'conflicts') return { conflicts: outcome.conflicts.map(conflictJson) };
    if (outcome.kind === 'rejected') return { rejected: rejectedJson(outcome.causes, step.config) };
    live = outcome.live;
    return { result: resultJson(live) };
  });
}
