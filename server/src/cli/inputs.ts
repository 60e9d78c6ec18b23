/**
 * Finds the files that the command line names: files, directories (without what .gitignore excludes), globs, standard
 * input. A path that cannot be read is a problem, never an exception.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import ignore from 'ignore';
import type { Ignore } from 'ignore';

export interface Input {
  /** As it is shown: in the way the command line names it. */
  readonly name: string;
  /** Where to read it; undefined for standard input. */
  readonly path: string | undefined;
  /** True where the command line names this very file, so that nothing about it is passed over in silence. */
  readonly isNamed: boolean;
}

export interface Inputs {
  readonly files: readonly Input[];
  readonly problems: readonly string[];
}

/** The files, each once, in the order of the command line and sorted within a directory. */
export async function findInputs(paths: readonly string[], cwd: string): Promise<Inputs> {
  const files = new Map<string, Input>();
  const problems: string[] = [];
  for (const path of paths) {
    if (path === '-') {
      files.set('-', { name: '<stdin>', path: undefined, isNamed: true });
      continue;
    }
    const absolute = resolve(cwd, path);
    const shown = (found: string): string => shownPath(found, isAbsolute(path) ? undefined : cwd);
    const add = (found: string, isNamed: boolean): void => {
      if (!files.has(found)) files.set(found, { name: shown(found), path: found, isNamed });
    };
    const kind = kindOf(absolute);
    if (path === '') problems.push('An empty path names nothing. Name a file, a directory or a glob.');
    else if (kind === 'directory') walk(absolute, scopesFor(absolute), { add, shown, problems });
    else if (kind === 'file') add(absolute, true);
    else if (isGlob(path)) await expandGlob(path, cwd, add, problems);
    else problems.push(`${path} ${kind === 'missing' ? 'does not exist' : kind}. Check the path.`);
  }
  return { files: [...files.values()], problems };
}

/** As the command line wrote it, relative or absolute, with forward slashes on every system. */
function shownPath(path: string, from: string | undefined): string {
  return (from === undefined ? path : relative(from, path)).split(sep).join('/');
}

/** `file`, `directory`, `missing`, or why it cannot be told. */
function kindOf(path: string): string {
  try {
    const stat = statSync(path);
    return stat.isDirectory() ? 'directory' : 'file';
  } catch (error) {
    return reason(error) === 'ENOENT' || reason(error) === 'ENOTDIR' ? 'missing' : `cannot be read (${reason(error)})`;
  }
}

/** The system's code of a failed call. */
export function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function isGlob(path: string): boolean {
  return /[*?[\]{}!]/.test(path);
}

async function expandGlob(
  pattern: string,
  cwd: string,
  add: (path: string, isNamed: boolean) => void,
  problems: string[],
): Promise<void> {
  const { glob } = await import('tinyglobby');
  const found = await glob(pattern, {
    cwd,
    absolute: true,
    dot: true,
    ignore: ['**/node_modules/**', '**/.git/**'],
    expandDirectories: false,
    followSymbolicLinks: false,
  });
  if (found.length === 0) problems.push(`No file matches ${pattern}. Check the pattern.`);
  for (const path of found.sort()) add(resolve(path), false);
}

/** Rules of one .gitignore and the directory that they hold for. */
interface Scope {
  readonly folder: string;
  readonly rules: Ignore;
}

const manifest = /\.(ya?ml|json)$/i;

/** Where a walk through directories reports to. */
interface Walk {
  readonly add: (path: string, isNamed: boolean) => void;
  readonly shown: (path: string) => string;
  readonly problems: string[];
}

function walk(folder: string, above: readonly Scope[], to: Walk): void {
  const scopes = [...above, ...scopeOf(folder)];
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    to.problems.push(`${to.shown(folder) || '.'} cannot be read (${reason(error)}). Check its permissions.`);
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory();
    if (isFolder ? entry.name === 'node_modules' || entry.name === '.git' : !manifest.test(entry.name)) continue;
    if (isIgnored(path, isFolder, scopes)) continue;
    if (isFolder) walk(path, scopes, to);
    else if (entry.isFile() || (entry.isSymbolicLink() && kindOf(path) === 'file')) to.add(path, false);
  }
}

/** The innermost .gitignore that says something about the path decides. */
function isIgnored(path: string, isFolder: boolean, scopes: readonly Scope[]): boolean {
  for (const { folder, rules } of scopes.toReversed()) {
    const below = relative(folder, path).split(sep).join('/') + (isFolder ? '/' : '');
    const { ignored, unignored } = rules.test(below);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** A directory that the command line names is wanted, even where the repository ignores it. */
function scopesFor(folder: string): readonly Scope[] {
  const above = ignoresAbove(folder);
  for (let at = folder; at.length > (above[0]?.folder.length ?? Infinity); at = dirname(at)) {
    if (
      isIgnored(
        at,
        true,
        above.filter((scope) => scope.folder.length < at.length),
      )
    )
      return [];
  }
  return above;
}

/** The .gitignore files of the directories above, up to the root of the repository; none outside of one. */
function ignoresAbove(folder: string): Scope[] {
  const scopes: Scope[] = [];
  for (let at = folder; !isRepository(at); at = dirname(at)) {
    if (dirname(at) === at) return [];
    scopes.unshift(...scopeOf(dirname(at)));
  }
  return scopes;
}

function isRepository(folder: string): boolean {
  return kindOf(join(folder, '.git')) !== 'missing';
}

function scopeOf(folder: string): Scope[] {
  try {
    return [{ folder, rules: ignore().add(readFileSync(join(folder, '.gitignore'), 'utf8')) }];
  } catch (error) {
    // Without its rules nothing is left out, which is the safe side.
    if (reason(error) === String(error)) throw error;
    return [];
  }
}
