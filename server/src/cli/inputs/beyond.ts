/** Reads the files that kustomizations name and that are not among the inputs, such as excluded ones. */
import { fileURLToPath } from 'node:url';
import { encodedUri } from '../../config/location.ts';
import { targetStat } from '../../disk/paths.ts';
import { readSmall } from '../../disk/read-bytes.ts';
import type { BuildFiles } from '../../tree/built.ts';
import { leadsOut } from './link-out.ts';

/** Paths are those of file URIs without escapes. */
export const filesOnDisk: BuildFiles = {
  read: (path) => {
    const own = diskPath(path);
    if (own === undefined || targetStat(own)?.isFile() !== true) return undefined;
    try {
      return readSmall(own)?.replace(/^\uFEFF/, '');
    } catch {
      // Permissions may hide the content. The build names the file as unread.
      return undefined;
    }
  },
  kindOf: (path) => {
    const own = diskPath(path);
    if (own === undefined) return 'unread';
    const stat = targetStat(own);
    if (!stat) return 'missing';
    if (stat.isDirectory()) return 'folder';
    return stat.isFile() ? 'file' : 'unread';
  },
  leadsOut: (path, folder) => {
    const [own, top] = [diskPath(path), diskPath(folder)];
    return own !== undefined && top !== undefined && leadsOut(own, top);
  },
};

/** Undefined for standard input. */
export function diskPath(path: string): string | undefined {
  if (!path.startsWith('file:///')) return undefined;
  return fileURLToPath(encodedUri(path));
}
