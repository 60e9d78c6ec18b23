/** Makes a git repository and runs the command line in it, isolated from the user's git settings. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli, succeed, withoutColors, writeFiles, type Ran } from './process.ts';

type Environment = Readonly<Record<string, string>>;

export interface Repository {
  /** Without links; the parent folder is free for other files. */
  readonly path: string;
  readonly around: string;
  /** Runs git in the repository, and returns its output. */
  readonly git: (...args: readonly string[]) => string;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  /** Commits all files. */
  readonly commit: () => void;
  /** Runs the command line in the repository or a subfolder. */
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

/** A git hook that runs the tests sets variables for its own repository. */
function environment(home: string): NodeJS.ProcessEnv {
  const own = Object.entries(withoutColors()).filter(([name]) => !name.startsWith('GIT_'));
  return { ...Object.fromEntries(own), HOME: home, XDG_CONFIG_HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}
