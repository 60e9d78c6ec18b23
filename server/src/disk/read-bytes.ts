/** Reads regular files with few system calls, for the command line and the server's search. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Opens a named pipe without waiting for a writer. Windows has neither the flag nor such files. */
export const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** One buffer for all files: callers copy its content. */
let shared = Buffer.allocUnsafeSlow(64 * 1024);

/** The bytes, which the next call overwrites; undefined for a file above the limit. Only a large file costs a call for its size. */
export function readBytes(path: string, largest: number): Buffer | undefined {
  const file = openSync(path, withoutWaiting);
  try {
    let length = 0;
    for (let read = -1; read !== 0; length += read) {
      if (length > largest) return undefined;
      if (length === shared.length && !growTo(fstatSync(file).size, largest)) return undefined;
      read = readSync(file, shared, length, shared.length - length, null);
    }
    return shared.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** In bytes; the limit for files such as .gitignore and kustomizations. */
const small = 4 * 1024 * 1024;

/** The text of a small file; undefined above the limit, as for a link to a device without an end. */
export function readSmall(path: string): string | undefined {
  return readBytes(path, small)?.toString('utf8');
}

/** All of standard input; undefined above the limit. A non-blocking stream answers EAGAIN while its writer is slow. */
export function readStandardInput(largest = Infinity): Buffer | undefined {
  const parts: Buffer[] = [];
  let length = 0;
  for (let part = readPart(); part.length > 0; part = readPart()) {
    parts.push(part);
    length += part.length;
    if (length > largest) return undefined;
  }
  return Buffer.concat(parts);
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Empty at the end. */
function readPart(): Buffer {
  const part = Buffer.allocUnsafeSlow(64 * 1024);
  for (;;) {
    try {
      return part.subarray(0, readSync(0, part));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // Windows reports the end of a pipe as an error.
      if (code === 'EOF') return part.subarray(0, 0);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

/** Makes room for a file of that size and some growth; false above the limit. */
function growTo(size: number, largest: number): boolean {
  if (size > largest) return false;
  const larger = Buffer.allocUnsafeSlow(Math.max(size, shared.length) + 64 * 1024);
  shared.copy(larger);
  shared = larger;
  return true;
}
