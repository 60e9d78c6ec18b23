/** Rejects a report that would overwrite a file which the same run reads or writes. */
import { resolve } from 'node:path';
import { shown } from './command-options.ts';
import type { ReportOutput } from './report-outputs.ts';
import { realPath } from '../disk/paths.ts';
import { UsageError } from './usage.ts';

/** Throws a UsageError for an output that is also another output or one of the `used` files. */
export function rejectCollisions(
  outputs: readonly Pick<ReportOutput, 'file'>[],
  used: readonly (string | undefined)[],
  cwd: string,
): void {
  const taken = new Set(used.flatMap((path) => (path === undefined ? [] : realPath(resolve(cwd, path)))));
  for (const { file } of outputs) {
    if (file === undefined) continue;
    const path = realPath(resolve(cwd, file));
    if (taken.has(path))
      throw new UsageError(`--output ${shown(file)} would overwrite a file that this run uses. Use another file.`);
    // A device such as /dev/stderr takes several reports.
    if (!path.startsWith('/dev/') && !path.startsWith('/proc/')) taken.add(path);
  }
}
