/** Writes a file as a whole or not at all, and only if nobody else has changed it. */
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
import { isBelow, reason } from './paths.ts';

export interface FileReplacement {
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
export function replaceFile(replacement: FileReplacement): string | undefined {
  const { name, after } = replacement;
  const place = writablePlace(replacement);
  if (typeof place === 'string') return place;
  try {
    replace(place.target, after, place.stat);
    return undefined;
  } catch (error) {
    return cannotWrite(name, reason(error));
  }
}

/** Writes all of the files or none: what is taken out of one stands in another. Returns what is wrong. */
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
  /** Without links: somebody may put one in the place of the file meanwhile. */
  readonly target: string;
  readonly stat: Stats;
}

/** Where the file is written, or what keeps it from being written, as far as can be told before. */
function writablePlace({ path, name, before, after, root }: FileReplacement): Place | string {
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
    return { target, stat };
  } catch (error) {
    return cannotWrite(name, reason(error));
  }
}

/**
 * Makes the file or replaces its text, as a whole or not at all. A link goes on leading to its file, if that is not outside of the
 * working directory; a device or a pipe takes the text as it comes. Throws what the system says.
 */
export function writeWhole(path: string, text: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  const target = placeOf(path, stat);
  // A file in the place of a device such as /dev/null would take it from every other program.
  if (stat && !stat.isFile()) writeFileSync(target, text);
  else replace(target, text, stat);
}

/** A repository may have a link where a report is to be written, and it may lead to any file of whoever runs the program. */
function placeOf(path: string, stat: Stats | undefined): string {
  const cwd = process.cwd();
  if (!isBelow(path, cwd)) return stat?.isFile() === true ? realpathSync(path) : path;
  const target = stat ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
  // On Windows, the working directory may be named by a link.
  if (isBelow(target, realpathSync(cwd))) return target;
  const code = `it leads to ${target}, outside of the working directory`;
  throw Object.assign(new Error(code), { code });
}

/** The text is complete on the disk before it takes the place of the file, whose owner and permissions stay. */
function replace(path: string, text: string, stat: Stats | undefined): void {
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
