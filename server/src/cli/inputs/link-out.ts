/** Finds the symbolic links that kustomize does not follow. */
import { dirname } from 'node:path';
import { isBelow, realPath, slashed } from '../../disk/paths.ts';
import { kustomizationIn } from '../surroundings.ts';

/** True for a path of a file through a link that leads out of the folder of its kustomization. */
export function leadsOut(path: string): boolean {
  const real = realPath(path);
  if (slashed(real) === slashed(path)) return false;
  let folder = dirname(path);
  while (kustomizationIn(folder) === undefined && dirname(folder) !== folder) folder = dirname(folder);
  return !isBelow(real, realPath(folder));
}
