/**
 * Runs git, the only program that this one ever starts, in such a way that a repository cannot make it run anything else:
 * settings of its own, hooks and the environment do not count.
 */
import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { delimiter, isAbsolute } from 'node:path';
import { reason } from '../../disk/paths.ts';
import { UsageError } from '../usage.ts';

export interface GitResult {
  readonly code: number;
  readonly out: Buffer;
  /** What git said was wrong, in one line. */
  readonly said: string;
}

export interface Question {
  readonly cwd: string;
  readonly args: readonly string[];
  /** Settings that hold for this call, as NAME=VALUE. */
  readonly settings?: readonly string[];
  readonly input?: string;
  readonly maxBuffer?: number;
}

/** Some file that git reads may be a pipe that nobody writes into. */
const longest = 120_000;

/** Asks git something; whether it could answer stands in the code. Throws a UsageError where it cannot be asked. */
export function askGit({ cwd, args, settings = [], input = '', maxBuffer = 1 << 30 }: Question): GitResult {
  const own = [...harmless, ...settings].flatMap((setting) => ['-c', setting]);
  const { status, stdout, stderr, error } = spawnSync('git', ['--no-pager', ...own, ...args], {
    cwd,
    input,
    maxBuffer,
    env: environment(),
    timeout: longest,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  // It may end without reading all that it is asked.
  if (error && reason(error) !== 'EPIPE') throw new UsageError(startProblem(reason(error)));
  return { code: status ?? -1, out: stdout, said: problemIn(stderr.toString()) };
}

/** The rest is warnings and advice. */
function problemIn(text: string): string {
  const lines = text.trim().split('\n');
  const problem = lines.find((line) => line.startsWith('fatal: ')) ?? lines.at(-1) ?? '';
  return problem.replace(/^(?:fatal|error): /, '');
}

/** Each of these could name a program in the configuration of a repository, or leads to one. */
const harmless = [
  'core.fsmonitor=',
  `core.hooksPath=${devNull}`,
  'core.untrackedCache=false',
  // Otherwise git would write its index, although it is only asked.
  'diff.autoRefreshIndex=false',
  'diff.relative=false',
  'submodule.recurse=false',
];

/** What says where git and its own settings are; everything else named GIT_… could lead it to another repository or program. */
const kept = new Set([
  'GIT_CEILING_DIRECTORIES',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_EXEC_PATH',
]);

/** A program called git in the working directory is not the one that is meant, whatever the search path says. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || kept.has(name));
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return {
    ...Object.fromEntries(own),
    // An empty one means the working directory; where there is none, the system looks in its own folders.
    PATH: folders.filter((folder) => isAbsolute(folder)).join(delimiter) || undefined,
    NoDefaultCurrentDirectoryInExePath: '1',
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // What a partial clone does not have is not fetched: nothing goes over the network.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: '',
  };
}

function startProblem(code: string): string {
  if (code === 'ENOENT') return 'git is not installed, and --since needs it. Install git, or leave --since out.';
  if (code === 'ETIMEDOUT')
    return `git did not answer within ${longest / 1000} seconds. Check the repository with "git status".`;
  return `git could not be run (${code}). Check that "git status" works here.`;
}
