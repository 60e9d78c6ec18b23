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
  // Memory that is not written yet takes no room, so a buffer that doubles is smaller than parts and their copy.
  let bytes = Buffer.allocUnsafeSlow(64 * 1024);
  let length = 0;
  for (;;) {
    const read = readPart(bytes, length);
    if (read === 0) return bytes.subarray(0, length);
    length += read;
    if (length > largest) return undefined;
    if (length < bytes.length) continue;
    const larger = Buffer.allocUnsafeSlow(2 * length);
    bytes.copy(larger);
    bytes = larger;
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Reads behind the bytes that are there already. Returns the number of new ones; 0 at the end. */
function readPart(bytes: Buffer, length: number): number {
  for (;;) {
    try {
      return readSync(0, bytes, length, bytes.length - length, null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // Windows reports the end of a pipe as an error.
      if (code === 'EOF') return 0;
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
