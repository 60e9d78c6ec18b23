/** Refuses a repository with a named pipe among the files that git reads first: git would wait for its writer. */
import { readdirSync, type Dirent } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDirectory } from '../../disk/walk.ts';
import { isNamedPipe, reason, targetStat } from '../../disk/paths.ts';
import { readSmall } from '../../disk/read-bytes.ts';
import { UsageError } from '../usage.ts';

/** git follows alternates to this depth; there may be many of each depth. */
const mostStores = 1000;

/** Throws a UsageError. */
export function refusePipes(cwd: string): void {
  const own = gitFolderAbove(cwd);
  if (own === undefined) return;
  const shared = linesIn(join(own, 'commondir')).map((path) => resolve(own, path));
  const folders = [own, ...shared];
  for (const folder of folders) refuseIn(folder, join(folder, 'info'));
  const stores = new Set(folders.map((folder) => join(folder, 'objects')));
  // The set grows in the loop.
  for (const store of stores) {
    if (stores.size > mostStores) return;
    refusePipe(store);
    refuseIn(join(store, 'info'), join(store, 'pack'));
    for (const path of linesIn(join(store, 'info/alternates'))) stores.add(resolve(store, path));
  }
}

/** The folder `.git`, or the one that the file `.git` of a work tree or a submodule names. */
function gitFolderAbove(cwd: string): string | undefined {
  for (let at = cwd; ; at = dirname(at)) {
    const path = join(at, '.git');
    if (isDirectory(path)) return path;
    refusePipe(path);
    const [named] = linesIn(path).flatMap((line) => /^gitdir: (.+)/.exec(line)?.[1] ?? []);
    if (named !== undefined) return resolve(at, named);
    if (dirname(at) === at) return undefined;
  }
}

function refuseIn(...folders: readonly string[]): void {
  for (const folder of folders) for (const { name } of entriesIn(folder)) refusePipe(join(folder, name));
}

function refusePipe(path: string): void {
  if (isNamedPipe(path)) throw new UsageError(`--since: git would wait for the named pipe ${path}. Remove the pipe.`);
}

/** Only what can be a pipe or lead to one. */
function entriesIn(folder: string): readonly Dirent[] {
  const all = isDirectory(folder) ? unlessDenied(() => readdirSync(folder, { withFileTypes: true })) : undefined;
  return all?.filter((entry) => entry.isFIFO() || entry.isSymbolicLink()) ?? [];
}

function linesIn(path: string): readonly string[] {
  const text = targetStat(path)?.isFile() === true ? unlessDenied(() => readSmall(path)) : undefined;
  return text?.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#')) ?? [];
}

/** git itself reports what it cannot read. */
function unlessDenied<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (reason(error) === String(error)) throw error;
    return undefined;
  }
}
