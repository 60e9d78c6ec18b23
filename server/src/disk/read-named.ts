/** Reads a file that the user names, such as settings or a report, and reports why it cannot be read. */
import { readFileSync, statSync } from 'node:fs';
import { isNamedPipe, reason } from './paths.ts';

/** The bytes; or the problem, as a sentence without its subject; undefined for a missing file. `largest` is in bytes. */
export function readNamed(path: string, largest = Infinity): Buffer | string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    if (stat.isDirectory()) return 'is a directory. Name a file in it.';
    if (isNamedPipe(path)) return 'is a named pipe, which may never have a writer. Name a file.';
    // A device such as /dev/zero has no end.
    if (!stat.isFile() && !stat.isFIFO()) return 'is not a file. Name a file.';
    if (stat.size > largest) return `exceeds the limit of ${largest / 1024 / 1024} MiB. Check the path.`;
    return readFileSync(path);
  } catch (error) {
    if (reason(error) === 'ENOTDIR') return undefined;
    return `cannot be read (${reason(error)}). Check the path and its permissions.`;
  }
}
