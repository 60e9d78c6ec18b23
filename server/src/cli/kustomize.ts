/** Whether a file is a kustomize patch: looks for a kustomization beside it or above that names it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { kustomizationNames, patchPaths } from '../frontends/kustomization.ts';

/** A test for files, with a memory of the directories that it has looked into. */
export function patchTest(): (path: string) => boolean {
  const patchesOf = new Map<string, ReadonlySet<string>>();
  return (path) => {
    for (let folder = dirname(path), level = 0; level < 6; folder = dirname(folder), level++) {
      let patches = patchesOf.get(folder);
      if (!patches) patchesOf.set(folder, (patches = readPatches(folder)));
      if (patches.has(path)) return true;
      if (dirname(folder) === folder) return false;
    }
    return false;
  };
}

function readPatches(folder: string): ReadonlySet<string> {
  const file = kustomizationNames.map((name) => join(folder, name)).find((name) => existsSync(name));
  if (file === undefined) return new Set();
  try {
    return new Set(patchPaths(readFileSync(file, 'utf8')).map((path) => resolve(folder, path)));
  } catch {
    // A kustomization that cannot be read names no patches; kustomize itself will say so.
    return new Set();
  }
}
