/** Reads the kustomizations and charts around the inputs: in their folders and above. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readKustomization } from '../frontends/read-kustomization.ts';
import type { Project } from '../project/project.ts';
import { chartName, kustomizationNames, type Kustomization } from '../tree/kustomization.ts';
import { uriOfPath } from '../disk/paths.ts';
import { readSmall } from '../disk/read-bytes.ts';
import { withoutPatchesOut } from './inputs/without-links-out.ts';

/**
 * Returns the function to call with the path of each input. Every folder is read once. `onKustomization` is called
 * with each kustomization.
 */
export function surroundingsReader(
  { workspace }: Pick<Project, 'workspace'>,
  onKustomization: (folder: string, kustomization: Kustomization) => void,
): (path: string) => void {
  const seen = new Set<string>();
  return (input) => {
    for (const folder of newFoldersAbove(input, seen)) {
      const path = kustomizationIn(folder);
      if (path !== undefined) {
        const uri = uriOfPath(path);
        const kustomization = withoutPatchesOut(readKustomization(textOf(path)), folder);
        workspace.setKustomization(uri, kustomization);
        onKustomization(folder, kustomization);
      }
      if (existsSync(join(folder, '.git'))) workspace.setRepository(uriOfPath(folder));
      const chart = join(folder, chartName);
      if (existsSync(chart)) workspace.setChart(uriOfPath(chart), true);
    }
  };
}

/** The folders that contain the path, the innermost first, except those in `seen`, to which it adds them. */
export function* newFoldersAbove(path: string, seen: Set<string>): Generator<string> {
  for (let folder = dirname(path); !seen.has(folder); folder = dirname(folder)) {
    seen.add(folder);
    yield folder;
  }
}

export function resourcesOnly(resources: readonly string[]): Kustomization {
  return { ...readKustomization(''), resources };
}

/** The path of the kustomization in the folder; undefined without one. */
export function kustomizationIn(folder: string): string | undefined {
  return kustomizationNames.map((name) => join(folder, name)).find((path) => existsSync(path));
}

/** A kustomization that cannot be read counts as empty; kustomize itself reports it. */
function textOf(path: string): string {
  try {
    return readSmall(path) ?? '';
  } catch {
    return '';
  }
}
