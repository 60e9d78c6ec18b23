/** Writes a file as a whole or not at all, and only if nobody else has changed it. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { holdInterrupts } from './interrupts.ts';
import { isBelow, reason } from '../paths.ts';

export interface Replacement {
  readonly path: string;
  /** As it is shown. */
  readonly name: string;
  /** What the file was read as; both texts with their byte order mark, if any. */
  readonly before: string;
  readonly after: string;
  /** The directory that a link may not lead out of. */
  readonly root?: string | undefined;
}

/** Returns what is wrong, in a sentence; undefined where the file is written. A link goes on leading to its file. */
export function replaceFile(replacement: Replacement): string | undefined {
  const { path, name, after } = replacement;
  const obstacle = writeObstacle(replacement);
  if (obstacle !== undefined) return obstacle;
  try {
    const target = realpathSync(path);
    replace(target, after, statSync(target));
    return undefined;
  } catch (error) {
    return cannotWrite(name, reason(error));
  }
}

/** Writes all of the files or none: what is taken out of one stands in another. Returns what is wrong. */
export function replaceTogether(replacements: readonly Replacement[]): readonly string[] {
  const obstacles = replacements.flatMap((each) => writeObstacle(each) ?? []);
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

/** What keeps the file from being written, as far as can be told before; undefined where nothing does. */
function writeObstacle({ path, name, before, after, root }: Replacement): string | undefined {
  try {
    const target = realpathSync(path);
    if (root !== undefined && !isBelow(target, realpathSync(root)))
      return `${name} leads to ${target}, outside of ${root}; nothing was written to it. Name that file itself.`;
    const stat = statSync(target);
    if (!stat.isFile()) return `${name} is no file that can be written. Name the file itself.`;
    // A folder that may be written to would let a file be replaced that may not.
    if ((stat.mode & 0o222) === 0) return cannotWrite(name, 'it is read-only');
    const now = readFileSync(target);
    // One file may be reached in two ways, and have been written by the first.
    if (!now.equals(Buffer.from(before)) && !now.equals(Buffer.from(after)))
      return `${name} has changed since it was read; nothing was written to it. Run the command again.`;
    // The file itself may be closed to us, and its folder open; or the other way round.
    closeSync(openSync(target, 'r+'));
    accessSync(dirname(target), constants.W_OK);
    return undefined;
  } catch (error) {
    return cannotWrite(name, reason(error));
  }
}

/**
 * Makes the file or replaces its text, as a whole or not at all. A link goes on leading to its file; a device or a pipe takes the
 * text as it comes. Throws what the system says.
 */
export function writeWhole(path: string, text: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  // A file in the place of a device such as /dev/null would take it from every other program.
  if (stat && !stat.isFile()) writeFileSync(path, text);
  else replace(stat ? realpathSync(path) : path, text, stat);
}

/** The text is complete on the disk before it takes the place of the file, whose owner and permissions stay. */
function replace(path: string, text: string, stat: Stats | undefined): void {
  holdInterrupts();
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
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
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Only the superuser can give a file away; for others it becomes theirs, as with every editor that replaces files. */
function keepOwner(file: number, { uid, gid }: Stats): void {
  if (process.getuid?.() === 0) fchownSync(file, uid, gid);
}

function cannotWrite(name: string, why: string): string {
  return `${name} cannot be written (${why}). Check its permissions.`;
}
