/** Writes files atomically, and only if they have not changed since they were read. */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { holdInterrupts } from './interrupts.ts';
import { isBelow, reason } from './paths.ts';

export interface FileReplacement {
  readonly path: string;
  readonly name: string;
  /** The text that was read. Both texts have their byte order mark, if any. */
  readonly before: string;
  readonly after: string;
  /** A link to a file outside of this directory is not written. */
  readonly root?: string | undefined;
}

/** Returns a sentence if the file cannot be written. Keeps links and replaces their targets. */
export function replaceFile(replacement: FileReplacement): string | undefined {
  const { name, after } = replacement;
  const place = writablePlace(replacement);
  if (typeof place === 'string') return place;
  try {
    const isReplaced = replace(place.target, after, place.stat, () => isAsRead(place.target, replacement));
    return isReplaced ? undefined : hasChanged(name);
  } catch (error) {
    return cannotWrite(name, error);
  }
}

/** Writes all of the files or none, because objects move between them. Returns sentences on what is wrong. */
export function replaceTogether(replacements: readonly FileReplacement[]): readonly string[] {
  const obstacles = replacements.map(writablePlace).filter((place) => typeof place === 'string');
  if (obstacles.length > 0) return obstacles;
  for (const [i, each] of replacements.entries()) {
    const problem = replaceFile(each);
    if (problem === undefined) continue;
    const done = replacements.slice(0, i).toReversed();
    return [
      problem,
      ...done.flatMap(({ before, after, ...file }) => replaceFile({ ...file, before: after, after: before }) ?? []),
    ];
  }
  return [];
}

interface Place {
  /** Without links: another process may replace the file by a link. */
  readonly target: string;
  readonly stat: Stats;
}

/** The target and its permissions; or a sentence on why it cannot be written. */
function writablePlace(replacement: FileReplacement): Place | string {
  const { path, name, root } = replacement;
  try {
    const target = realpathSync(path);
    if (root !== undefined && !isBelow(target, realpathSync(root)))
      return `${name} resolves to ${target}, outside of ${root}, and was not written. Name that file itself.`;
    const stat = statSync(target);
    if (!stat.isFile()) return `${name} is not a regular file. Name the file itself.`;
    // Replacing a read-only file would work in a writable folder.
    if ((stat.mode & 0o222) === 0) return cannotWrite(name, 'it is read-only');
    if (!isAsRead(target, replacement)) return hasChanged(name);
    // The file or its folder may be read-only.
    closeSync(openSync(target, 'r+'));
    accessSync(dirname(target), constants.W_OK);
    return { target, stat };
  } catch (error) {
    return cannotWrite(name, error);
  }
}

/** Two paths may lead to the same file, which the first one has written already. */
function isAsRead(target: string, { before, after }: FileReplacement): boolean {
  const now = readFileSync(target);
  return now.equals(Buffer.from(before)) || now.equals(Buffer.from(after));
}

function hasChanged(name: string): string {
  return `${name} has changed since it was read and was not written. Run the command again.`;
}

/** Replaces a file atomically, but keeps links and writes directly to a device or a pipe. Throws the system's error. */
export function writeWhole(path: string, text: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  const target = placeOf(path, stat);
  // Replacing a device such as /dev/null would break other programs.
  if (stat && !stat.isFile()) writeFileSync(target, text);
  else replace(target, text, stat);
}

/** The target of links. A link in a repository must not overwrite the user's files elsewhere. */
function placeOf(path: string, stat: Stats | undefined): string {
  const cwd = process.cwd();
  if (!isBelow(path, cwd)) return stat?.isFile() === true ? realpathSync(path) : path;
  const target = stat ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
  // On Windows, the path of the working directory may have links.
  if (isBelow(target, realpathSync(cwd))) return target;
  const code = `it resolves to ${target}, outside of the working directory`;
  throw Object.assign(new Error(code), { code });
}

/**
 * Writes a temporary file, then renames it. Keeps the owner and the permissions. False if `isCurrent` is false after the
 * temporary file is on the disk: what another program writes later than that is lost only between two system calls.
 */
function replace(path: string, text: string, stat: Stats | undefined, isCurrent = (): boolean => true): boolean {
  holdInterrupts();
  const temporary = join(dirname(path), `.${basename(path)}.${crypto.randomUUID().slice(-12)}.tmp`);
  const file = openSync(temporary, 'wx', stat ? 0o600 : 0o666);
  try {
    try {
      writeFileSync(file, text);
      if (stat) {
        keepOwner(file, stat);
        fchmodSync(file, stat.mode & 0o7777);
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (!isCurrent()) {
      rmSync(temporary);
      return false;
    }
    renameSync(temporary, path);
    return true;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Only the superuser can set the owner. */
function keepOwner(file: number, { uid, gid }: Stats): void {
  if (process.getuid?.() === 0) fchownSync(file, uid, gid);
}

/** `error`: of the system, or why without its help. */
export function cannotWrite(name: string, error: unknown): string {
  const why = typeof error === 'string' ? error : reason(error);
  return `${name} cannot be written (${why}). ${adviceFor(why)}`;
}

function adviceFor(why: string): string {
  if (/^(?:ENOSPC|EDQUOT|EFBIG)$/.test(why)) return 'Check the disk space.';
  if (/^(?:ENOENT|ENOTDIR|EISDIR|ENAMETOOLONG|ELOOP)$/.test(why)) return 'Check the path.';
  if (/^(?:EACCES|EPERM|EROFS|it is read-only)$/.test(why)) return 'Check its permissions.';
  return 'Check the path and its permissions.';
}

/** Makes a directory, with those above it. Returns why it cannot take new files; undefined for an empty directory. */
export function emptyFolderProblem(path: string): string | undefined {
  try {
    mkdirSync(path, { recursive: true });
    return readdirSync(path).length > 0 ? 'is not empty' : undefined;
  } catch (error) {
    return `cannot be written (${reason(error)})`;
  }
}
