/** Makes folders with settings files, and runs the command line in them. */
import { join } from 'node:path';
import { folderOf, runCli, withoutColors, type Folder, type Ran } from './process.ts';

/** An Endpoints with an error and the deprecation remark. */
export const broken =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n- addresses:\n  - ip: 127.0.0.1\n';

/** Settings that turn off both findings. */
export const quiet = 'severity: {loopback-ip: off, deprecated-endpoints: off}\n';

/** Makes the folder, with a broken `a.yaml`, while the function runs. */
export function within<T>(files: Readonly<Record<string, string>>, use: (folder: Folder) => T): T {
  const folder = folderOf({ 'a.yaml': broken, ...files });
  try {
    return use(folder);
  } finally {
    folder.remove();
  }
}

/** Runs the command line in a subfolder. */
export function runIn({ path }: Folder, below: string, ...args: readonly string[]): Ran {
  return runCli({ args, cwd: join(path, below), env: withoutColors() });
}

/** The codes in the report of `endpoints check --format json`, by file. */
export function codesIn(out: string): Readonly<Record<string, readonly string[]>> {
  const { diagnostics } = JSON.parse(out) as { diagnostics: readonly { file: string; code: string }[] };
  const found: Record<string, string[]> = {};
  for (const { file, code } of diagnostics) (found[file] ??= []).push(code);
  return found;
}
