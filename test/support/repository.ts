/** A git repository in a folder of its own, in which the command line runs; nothing of the user's own settings counts there. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, succeed, withoutColors, writeFiles } from './process.ts';
import type { Ran } from './process.ts';

type Environment = Readonly<Record<string, string>>;

export interface Repository {
  /** Without links, as is that of the folder around it, where other things can be put. */
  readonly path: string;
  readonly around: string;
  /** Runs git here, and returns what it prints. */
  readonly git: (...args: readonly string[]) => string;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  /** All that there is becomes a commit. */
  readonly commit: () => void;
  /** Runs the command line here, or in a folder from here on. */
  readonly run: (...args: readonly string[]) => Ran;
  readonly runIn: (folder: string, args: readonly string[], env?: Environment) => Ran;
  readonly remove: () => void;
}

/** The files are committed to the branch `main`, and the branch `topic` is checked out. */
export function repositoryOf(files: Readonly<Record<string, string>>): Repository {
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'endpoints-')));
  const path = join(around, 'repository');
  mkdirSync(path);
  const env = environment(around);
  const git = (...args: readonly string[]): string => succeed('git', [...identity, ...args], path, env);
  const write = (texts: Readonly<Record<string, string>>): void => writeFiles(path, texts);
  const commit = (): void => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'a commit');
  };
  const runIn = (folder: string, args: readonly string[], more: Environment = {}): Ran =>
    runCli({ args, cwd: join(path, folder), env: { ...env, ...more } });
  git('init', '--quiet', '--initial-branch', 'main');
  write(files);
  commit();
  git('checkout', '--quiet', '-b', 'topic');
  const remove = (): void => rmSync(around, { recursive: true, force: true });
  return { path, around, git, write, commit, run: (...args) => runIn('.', args), runIn, remove };
}

const identity = [
  '-c',
  'user.name=A Person',
  '-c',
  'user.email=person@example.com',
  '-c',
  'protocol.file.allow=always',
];

/** A hook that runs the tests sets variables for a repository of its own. */
function environment(home: string): NodeJS.ProcessEnv {
  const own = Object.entries(withoutColors()).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(own), HOME: home, XDG_CONFIG_HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}
