/** `endpoints apply`: what server-side apply would make of files, or of a list of recorded steps. */
import { applyFiles } from './apply-files.ts';
import { readApplyOptions } from './apply-options.ts';
import type { Terminal } from '../main.ts';
import { replaySteps } from './steps.ts';

/** Runs the command and returns the exit code. */
export async function runApply(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readApplyOptions(args);
  return options.kind === 'steps' ? replaySteps(options, terminal) : await applyFiles(options, terminal);
}
