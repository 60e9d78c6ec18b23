/** The built command line in a folder of its own: within the test process, or as a process where a test asks for one. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInProcess, type Request } from './in-process.ts';
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
  /** The same as a process of its own, with the input on its standard input. */
  readonly runWith: (input: string | Buffer, ...args: readonly string[]) => Outcome;
  readonly remove: () => void;
}

/** A folder with the given files, in which the CLI runs without colors. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): Folder {
  const path = mkdtempSync(join(tmpdir(), 'endpoints-'));
  writeFiles(path, files);
  const timed = (run: () => Ran): Outcome => {
    const start = performance.now();
    return { ...run(), time: performance.now() - start };
  };
  return {
    path,
    run: (...args) => timed(() => runCli({ args, cwd: path, env: withoutColors() })),
    runWith: (input, ...args) => timed(() => startCli({ args, cwd: path, env: withoutColors() }, input)),
    remove: () => rmSync(path, { recursive: true }),
  };
}

/** Runs the built command line within this process, unless it reads standard input or CLI_PROCESSES asks for processes. */
export function runCli(request: Request): Ran {
  const readsInput = request.args.some((arg) => arg === '-' || arg.startsWith('--stdin-files'));
  const isProcess = readsInput || process.env['CLI_PROCESSES'] !== undefined;
  return isProcess ? startCli(request) : runInProcess(cliPath, request, patience);
}

/** Runs the built command line as a process. */
export function startCli({ args, cwd, env }: Request, input: string | Buffer = ''): Ran {
  const done = spawnSync(process.execPath, ['--max-old-space-size=600', cliPath, ...args], {
    cwd,
    input,
    env,
    maxBuffer: 1 << 28,
    timeout: patience,
  });
  return { code: done.status, out: done.stdout.toString(), err: done.stderr.toString() };
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
