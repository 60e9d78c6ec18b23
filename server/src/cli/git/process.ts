/** Runs git, the only program that this one ever starts, so that a repository cannot make it run another one. */
import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { delimiter, isAbsolute } from 'node:path';
import { reason } from '../../disk/paths.ts';
import { UsageError } from '../usage.ts';

export interface GitResult {
  readonly code: number;
  readonly out: Buffer;
  readonly problem: string;
}

export interface GitCall {
  readonly cwd: string;
  readonly args: readonly string[];
  /** Settings for this call, as NAME=VALUE. */
  readonly settings?: readonly string[];
  readonly input?: string;
  readonly maxBuffer?: number;
}

/** In ms. A file that git reads may be a pipe without a writer. */
const timeout = 120_000;

/** Runs git, also if it fails. Throws a UsageError if git cannot be started. */
export function runGit({ cwd, args, settings = [], input = '', maxBuffer = 1 << 30 }: GitCall): GitResult {
  const own = [...harmless, ...settings].flatMap((setting) => ['-c', setting]);
  const { status, stdout, stderr, error } = spawnSync('git', ['--no-pager', ...own, ...args], {
    cwd,
    input,
    maxBuffer,
    env: environment(),
    timeout,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  // git may exit before it has read all its input.
  if (error && reason(error) !== 'EPIPE') throw new UsageError(startProblem(reason(error)));
  return { code: status ?? -1, out: stdout, problem: problemIn(stderr.toString()) };
}

/** The output. Throws a UsageError if git cannot do the task; the user can examine why with `git ${command}`. */
export function gitOutput(call: GitCall, task: string, command: string): Buffer {
  const { code, out, problem } = runGit(call);
  if (code === 0) return out;
  throw new UsageError(`git cannot ${task} (${problem}). Check the repository with "git ${command}".`);
}

/** The other lines are warnings and advice. */
function problemIn(text: string): string {
  const lines = text.trim().split('\n');
  const problem = lines.find((line) => line.startsWith('fatal: ')) ?? lines.at(-1) ?? '';
  return problem.replace(/^(?:fatal|error): /, '');
}

/** Settings with which a repository could start a program. */
const harmless = [
  'core.fsmonitor=',
  `core.hooksPath=${devNull}`,
  'core.untrackedCache=false',
  // Otherwise git writes its index.
  'diff.autoRefreshIndex=false',
  'diff.relative=false',
  'submodule.recurse=false',
];

/** The location of git and of the user's settings. Other variables GIT_… could name another repository or program. */
const allowedVariables = new Set([
  'GIT_CEILING_DIRECTORIES',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_EXEC_PATH',
]);

/** Never runs a program named git in the working directory, even if the search path has it. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || allowedVariables.has(name));
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return {
    ...Object.fromEntries(own),
    // An empty entry is the working directory. Without a search path, the system uses its own folders.
    PATH: folders.filter((folder) => isAbsolute(folder)).join(delimiter) || undefined,
    NoDefaultCurrentDirectoryInExePath: '1',
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // Missing objects of a partial clone are not fetched: git never uses the network.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: '',
  };
}

function startProblem(code: string): string {
  if (code === 'ENOENT') return '--since needs git, which is not installed. Install git, or remove --since.';
  if (code === 'ETIMEDOUT')
    return `git did not answer within ${timeout / 1000} seconds. Check the repository with "git status".`;
  return `git cannot be started (${code}). Check that "git status" works here.`;
}
