/** Finds the symbolic links that kustomize does not follow. */
import { join, relative } from 'node:path';
import { isBelow, realPath, slashed, targetStat } from '../../disk/paths.ts';

/** True for a path of a file through a link that leads out of the folder of the kustomization that names it. */
export function leadsOut(path: string, folder: string): boolean {
  const real = realPath(path);
  if (slashed(real) === slashed(path) || targetStat(path)?.isFile() !== true) return false;
  const top = realPath(folder);
  // The folder itself may be behind a link.
  return !isBelow(real, top) && real !== join(top, relative(folder, path));
}
