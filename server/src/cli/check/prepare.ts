/** The steps before and after a check, for a single run and for each run of `--watch`. */
import { fileURLToPath } from 'node:url';
import { withoutControls } from '../../text/quote.ts';
import type { Settings } from '../../config/config.ts';
import type { PerFile } from '../../config/per-file.ts';
import { conclude } from './conclude.ts';
import { readSettings } from '../config-file.ts';
import { openCounting, type Counting } from './counting.ts';
import { findAround } from '../inputs/around.ts';
import { findCheckInputs } from '../inputs/check-inputs.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { rejectCollisions } from '../output-collisions.ts';
import type { Terminal } from '../terminal.ts';
import type { CheckCommandOptions } from './options.ts';
import { progressLine } from '../process/progress-line.ts';
import { RunProgress } from '../run-progress.ts';
import type { RunResult, RunOptions } from './run.ts';

export interface Prepared extends RunOptions {
  readonly options: CheckCommandOptions;
  readonly settings: PerFile<Settings>;
  readonly counting: Counting;
  readonly inputs: Inputs;
}

/** Reads the settings and finds the files. Throws a UsageError for options that contradict each other or the files. */
export async function prepare(options: CheckCommandOptions, terminal: Terminal): Promise<Prepared> {
  const settings = readSettings(options, terminal);
  const counting = await openCounting(options, settings.all.baseline, terminal.cwd);
  const found = await findCheckInputs(options, terminal.cwd, settings.all.exclude);
  const isWritten = (path: string | undefined): boolean => path !== undefined && path === counting.baselinePath;
  const files = found.files.filter(({ path, isNamed }) => isNamed || !isWritten(path));
  const inputs: Inputs = {
    ...found,
    files,
    findAround: () =>
      findAround(files, {
        cwd: terminal.cwd,
        exclude: settings.all.exclude,
        largest: options.maxFileSize,
        isExcluded: (path) => isWritten(path) || found.isExcluded(path),
      }),
  };
  const named = files.flatMap(({ path, isNamed }) => (isNamed ? path : undefined));
  const settingsFiles = settings.layers.map(({ file }) => (file === undefined ? undefined : fileURLToPath(file)));
  rejectCollisions(options.outputs, [...settingsFiles, counting.baselinePath, ...named], terminal.cwd);
  for (const note of found.notes) terminal.err(`endpoints: ${withoutControls(note)}\n`);
  const sameness = {
    version: terminal.version,
    // The paths of settings files differ between machines.
    settings: settings.layers.map(({ config, files }) => ({ config, files })),
    isQuiet: options.isQuiet,
    since: counting.base,
  };
  const { maxWarnings } = settings.all;
  const shard = options.shard && { ...options.shard, ...(maxWarnings === Infinity ? {} : { maxWarnings }) };
  const { isFix, isDiff: isDryRun } = options;
  const { isReported } = counting;
  const { grammars } = terminal;
  return { options, settings, counting, inputs, isFix, isDryRun, shard, isReported, grammars, sameness };
}

export function startProgress({ isProgress, isQuiet, isStats }: CheckCommandOptions, terminal: Terminal): RunProgress {
  return new RunProgress(
    isProgress && !isQuiet ? progressLine(terminal) : undefined,
    isStats ? () => performance.now() : undefined,
  );
}

export async function concludeRun(
  result: RunResult,
  { options, settings, counting }: Prepared,
  terminal: Terminal,
): Promise<number> {
  for (const note of result.notes ?? []) terminal.err(`endpoints: ${withoutControls(note)}\n`);
  return conclude(counting.settle(result), { ...options, maxWarnings: settings.all.maxWarnings }, terminal);
}
