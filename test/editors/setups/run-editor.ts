/** Runs a terminal editor with a script of steps, in a home of its own. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../support/root.ts';
import { end } from '../support/process-tree.ts';
import { until } from '../support/until.ts';

export interface TerminalEditor {
  /** The user's setup, and its file in the home folder. */
  readonly setup: string;
  readonly setupFile: string;
  readonly command: string;
  readonly args: (home: string) => readonly string[];
  /** The shell commands of further servers on the path, by their names. */
  readonly commands?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly code: number | null;
  /** The editor's output, for the message of a failed test. */
  readonly output: string;
  /** The script's lines: "ok STEP", or "FAIL STEP: what was seen". */
  readonly lines: readonly string[];
  readonly servers: readonly number[];
}

/** Starts the editor in the folder `work` of its home, which has these files, with the server on its path, and waits for its end. */
export async function runEditor(
  editor: TerminalEditor,
  home: string,
  files: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const [steps, started] = [join(home, 'steps.txt'), join(home, 'servers.txt')];
  for (const [name, content] of Object.entries(files)) write(join(home, 'work', name), content);
  write(join(home, editor.setupFile), editor.setup);
  const server = `echo $$ >> "$SERVERS"\nexec "${process.execPath}" "${join(root, 'dist/server.js')}"`;
  for (const [name, start] of Object.entries({ ...editor.commands, 'endpoints-language-server': server })) {
    write(join(home, 'bin', name), `#!/bin/sh\n${start} "$@"\n`);
    chmodSync(join(home, 'bin', name), 0o755);
  }
  const path = `${join(home, 'bin')}:${process.env['PATH']}`;
  const env = { PATH: path, HOME: home, LANG: 'C.UTF-8', TERM: 'dumb', STEPS: steps, SERVERS: started, ...more };
  const done = await runToEnd(editor.command, editor.args(home), { cwd: join(home, 'work'), env });
  return { ...done, lines: linesIn(steps), servers: linesIn(started).map(Number) };
}

/** Ends the servers that the editor left, and removes its home. */
export async function discardHome(home: string, { servers }: Outcome): Promise<void> {
  for (const pid of servers) end(pid);
  let problem: unknown;
  const remove = (): boolean => {
    try {
      rmSync(home, { recursive: true, force: true });
      return true;
    } catch (error) {
      problem = error;
      return false;
    }
  };
  // gopls still writes its cache.
  await until(`${home} to be removed`, remove, { within: 10_000, every: 200, show: () => String(problem) });
}

/** An editor that waits for an answer is ended, and its code is null. */
function runToEnd(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const editor = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 });
    let output = '';
    for (const stream of [editor.stdout, editor.stderr]) {
      stream.setEncoding('utf8').on('data', (written: string) => void (output += written));
    }
    editor.once('error', fail);
    editor.once('close', (code) => done({ code, output }));
  });
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function linesIn(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

export function describeOutcome({ code, output, lines }: Outcome): string {
  return `The editor ended with ${code} after these steps:\n${lines.join('\n')}\nIt wrote:\n${output}`;
}
