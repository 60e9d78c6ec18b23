/**
 * Finds the files that the command line names: files, directories (without what .gitignore excludes), globs, standard
 * input. A path that cannot be read is a problem, never an exception.
 */
import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { reason, walk } from './walk.ts';

export interface Input {
  /** As it is shown: in the way the command line names it. */
  readonly name: string;
  /** Where to read it; undefined for standard input. */
  readonly path: string | undefined;
  /** True where the command line names this very file, so that nothing about it is passed over in silence. */
  readonly isNamed: boolean;
  /** True for what was met in a directory and is a regular file: it can be read without another look at what it is. */
  readonly isPlain?: boolean;
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
    else if (kind === 'directory') addDirectory(absolute, shown(absolute), files, problems);
    else if (kind === 'file') add(absolute, true);
    else if (isGlob(path)) await expandGlob(path, cwd, add, problems);
    else problems.push(`${path} ${kind === 'missing' ? 'does not exist' : kind}. Check the path.`);
  }
  return { files: [...files.values()], problems };
}

function addDirectory(folder: string, shown: string, files: Map<string, Input>, problems: string[]): void {
  const start = folder.endsWith(sep) ? folder.length : folder.length + 1;
  const lead = shown === '' || shown.endsWith('/') ? shown : `${shown}/`;
  for (const { path, problem } of walk(folder, { isWanted: (name) => manifest.test(name) })) {
    const name = lead + (sep === '/' ? path.slice(start) : path.slice(start).replaceAll(sep, '/'));
    if (problem !== undefined) {
      const where = path === folder ? shown || '.' : name;
      problems.push(`${where} cannot be read (${problem}). Check its permissions.`);
    } else if (!files.has(path)) files.set(path, { name, path, isNamed: false, isPlain: true });
  }
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

const manifest = /\.(ya?ml|json)$/i;
