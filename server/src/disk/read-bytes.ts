/** Reads regular files with as few calls to the system as can be, for the command line and the server's search. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A pipe would be waited for until somebody writes into it. Windows knows no such flag, and no such file. */
export const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** One buffer serves all small files; what is read from it is a copy. */
let shared = Buffer.allocUnsafeSlow(64 * 1024);

/** The bytes, which the next call overwrites; undefined for a file that is too large. Its size is asked for only where it may be. */
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

/** In bytes: nothing that says where files are or go is larger. */
const small = 4 * 1024 * 1024;

/** The text of such a file; undefined for a longer one: a link may lead to what has no end. */
export function readSmall(path: string): string | undefined {
  return readBytes(path, small)?.toString('utf8');
}

/**
 * All of standard input, of which the next call finds nothing; undefined where it is too large, without reading it to its end.
 * Whoever shares the stream may have said that nobody waits there: then the system says "try again" for as long as a writer is slow.
 */
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
      // Windows has an error of its own for the end of a pipe.
      if (code === 'EOF') return part.subarray(0, 0);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

/** Makes room for a file of that size, and for what may be added to it meanwhile; false where it is too large. */
function growTo(size: number, largest: number): boolean {
  if (size > largest) return false;
  const larger = Buffer.allocUnsafeSlow(Math.max(size, shared.length) + 64 * 1024);
  shared.copy(larger);
  shared = larger;
  return true;
}
