/** The command line as a process: the built CLI in a folder of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './root.ts';

/** The built command line. */
export const cliPath = join(root, 'dist/cli.js');

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** How long it took, in ms. */
  readonly time: number;
}

export interface Folder {
  readonly path: string;
  readonly run: (...args: readonly string[]) => Outcome;
  readonly runWith: (input: string | Buffer, ...args: readonly string[]) => Outcome;
  readonly remove: () => void;
}

/** A folder with the given files, in which the CLI runs without colors. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): Folder {
  const path = mkdtempSync(join(tmpdir(), 'endpoints-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  const runWith = (input: string | Buffer, ...args: readonly string[]): Outcome => {
    const start = performance.now();
    const { FORCE_COLOR: _color, ...env } = process.env;
    const done = spawnSync(process.execPath, ['--max-old-space-size=600', cliPath, ...args], {
      cwd: path,
      input,
      env: { ...env, NO_COLOR: '1' },
      maxBuffer: 1 << 28,
      timeout: 60_000,
    });
    return {
      code: done.status,
      out: done.stdout.toString(),
      err: done.stderr.toString(),
      time: performance.now() - start,
    };
  };
  return { path, runWith, run: (...args) => runWith('', ...args), remove: () => rmSync(path, { recursive: true }) };
}
