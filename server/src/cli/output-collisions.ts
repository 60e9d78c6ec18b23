/** Keeps a report from being written over what the same run reads or writes besides: that would be lost. */
import { resolve } from 'node:path';
import { shown } from './command-options.ts';
import type { ReportOutput } from './report-outputs.ts';
import { realPath } from '../disk/paths.ts';
import { UsageError } from './usage.ts';

/** Throws a UsageError for a report in the place of another one, or of one of the files that are used. */
export function refuseLosses(
  outputs: readonly Pick<ReportOutput, 'file'>[],
  used: readonly (string | undefined)[],
  cwd: string,
): void {
  const taken = new Set(used.flatMap((path) => (path === undefined ? [] : realPath(resolve(cwd, path)))));
  for (const { file } of outputs) {
    if (file === undefined) continue;
    const path = realPath(resolve(cwd, file));
    if (taken.has(path))
      throw new UsageError(
        `--output ${shown(file)} would take the place of a file that this run uses. Name another one.`,
      );
    // What goes to a device, such as /dev/stderr, is read as it comes.
    if (!path.startsWith('/dev/') && !path.startsWith('/proc/')) taken.add(path);
  }
}
