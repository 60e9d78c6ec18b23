/** Runs the built command line as a process, in its own folder. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './root.ts';

/** The built command line. */
export const cliPath = join(root, 'dist/cli.js');

/** In ms; longer than any test takes on a slow machine. */
export const patience = 300_000;

/** The result of a program. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Outcome extends Ran {
  /** The duration in ms. */
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
  writeFiles(path, files);
  const runWith = (input: string | Buffer, ...args: readonly string[]): Outcome => {
    const start = performance.now();
    const done = spawnSync(process.execPath, ['--max-old-space-size=600', cliPath, ...args], {
      cwd: path,
      input,
      env: withoutColors(),
      maxBuffer: 1 << 28,
      timeout: patience,
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

/** Runs a program to its end. */
export function ran(command: string, args: readonly string[], cwd: string, env = process.env): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  return { code: status, out: stdout, err: stderr };
}

/** Runs a program to its end and returns its output; a failure fails the test. */
export function succeed(command: string, args: readonly string[], cwd: string, env = process.env): string {
  const { code, out, err } = ran(command, args, cwd, env);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${out}${err}`);
  return out;
}

/** The environment of the tests, without colors. */
export function withoutColors(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _color, ...env } = process.env;
  return { ...env, NO_COLOR: '1' };
}

/** Writes files by their paths in the folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}
