/** Makes isolated folders for an untrusted program: a home, a temporary folder and a working folder. */
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cliPath, ran, succeed, writeFiles, type Ran } from './process.ts';
import { root } from './root.ts';

/** Node options that end a program with exit code 97 when it leaves its permissions. */
export const guard: readonly string[] = ['--import', pathToFileURL(join(root, 'test/support/guard.mjs')).href];

/** The same, but a program may serve HTTP on loopback. */
export const loopbackGuard: readonly string[] = [
  '--import',
  `${pathToFileURL(join(root, 'test/support/guard.mjs')).href}?loopback`,
];

export interface Sandbox {
  readonly path: string;
  readonly work: string;
  readonly env: NodeJS.ProcessEnv;
  readonly write: (files: Readonly<Record<string, string>>) => void;
  /** Runs the command line under the guard, or with other Node arguments. */
  readonly run: (args: readonly string[], nodeArguments?: readonly string[]) => Ran;
  /** Makes the working folder a repository, and commits all its files. */
  readonly commit: () => void;
  /** Paths of files, each with a fingerprint of its state. */
  readonly snapshot: () => ReadonlyMap<string, string>;
  readonly remove: () => void;
}

/** Copies the files of the named folder to the working folder. */
export function sandboxOf(folder?: string): Sandbox {
  const path = mkdtempSync(join(tmpdir(), 'endpoints-sandbox-'));
  const [home, temporary, work] = ['home', 'tmp', 'work'].map((name) => join(path, name)) as [string, string, string];
  for (const each of [home, temporary, work]) mkdirSync(each);
  if (folder !== undefined) cpSync(folder, work, { recursive: true });
  const { NODE_OPTIONS: _options, XDG_CACHE_HOME: _cache, XDG_CONFIG_HOME: _config, ...others } = process.env;
  const env = {
    ...others,
    HOME: home,
    USERPROFILE: home,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    NO_COLOR: '1',
  };
  const git = (...args: readonly string[]): string =>
    succeed('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], work, env);
  return {
    path,
    work,
    env,
    write: (files) => writeFiles(work, files),
    run: (args, nodeArguments = guard) => ran(process.execPath, [...nodeArguments, cliPath, ...args], work, env),
    commit: () => {
      git('init', '--quiet');
      git('add', '--all');
      git('commit', '--quiet', '--message', 'all');
    },
    snapshot: () => snapshotOf(path),
    remove: () => rmSync(path, { recursive: true }),
  };
}

function snapshotOf(folder: string): ReadonlyMap<string, string> {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true });
  return new Map(
    found.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mode } = lstatSync(path);
      const content = entry.isFile() ? readFileSync(path) : entry.isSymbolicLink() ? readlinkSync(path) : '';
      return [path.slice(folder.length + 1), `${mode} ${createHash('sha256').update(content).digest('hex')}`];
    }),
  );
}

/** The changed, new and removed files. */
export function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
