/** Tells whether a file on the disk is what git has, without the programs that git itself might ask. */
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { readBytes } from '../../disk/read-bytes.ts';

/** What a file was, as git has it. */
export interface Blob {
  readonly id: string;
  /** `120000` for a link, whose text is where it leads. */
  readonly mode: string;
}

/** Files above this size are never read. */
export const largest = 32 * 1024 * 1024;

/** False also where it cannot be told. Line ends do not count: git may have been told to write others. */
export function isSameAs({ id, mode }: Blob, path: string): boolean {
  try {
    const bytes = mode === '120000' ? Buffer.from(readlinkSync(path)) : readBytes(path, largest);
    if (!bytes) return false;
    return idOf(bytes, id) === id || (bytes.includes('\r\n') && idOf(withoutReturns(bytes), id) === id);
  } catch {
    // What cannot be read here is said where the file itself is read.
    return false;
  }
}

/** As git makes it; the algorithm is told from the length. */
function idOf(bytes: Buffer, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function withoutReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
