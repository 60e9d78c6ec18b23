/** `endpoints apply FILES…`: what applying the files would make of their resources, who then owns what, and what conflicts. */
import type { ApplyFilesOptions } from './apply-options.ts';
import type { Terminal } from './main.ts';
import { UsageError } from './usage.ts';

/** Runs the command and returns the exit code. */
export async function applyFiles(_options: ApplyFilesOptions, _terminal: Terminal): Promise<number> {
  throw new UsageError('"endpoints apply" reads a file of steps only, so far. Name it with --steps.');
}
