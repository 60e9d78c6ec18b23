/** Compares a file on the disk with a blob, without the filter programs that git itself might run. */
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { readBytes } from '../../disk/read-bytes.ts';

export interface Blob {
  readonly id: string;
  /** `120000` for a link, whose content is its target. */
  readonly mode: string;
}

/** In bytes. Larger files are never read. */
export const largest = 32 * 1024 * 1024;

/** False if the file cannot be read. Ignores line endings, which git may have converted. */
export function isSameAs({ id, mode }: Blob, path: string): boolean {
  try {
    const bytes = mode === '120000' ? Buffer.from(readlinkSync(path)) : readBytes(path, largest);
    if (!bytes) return false;
    return idOf(bytes, id) === id || (bytes.includes('\r\n') && idOf(withoutReturns(bytes), id) === id);
  } catch {
    // The error is reported when the check reads the file.
    return false;
  }
}

/** The id as git computes it, with the algorithm of an id of the same length. */
function idOf(bytes: Buffer, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function withoutReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
