/** Reads the kustomizations, charts and repositories around the inputs: in their folders and above. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readKustomization } from '../frontends/read-kustomization.ts';
import type { Project } from '../project/project.ts';
import { chartName, kustomizationNames, type Kustomization } from '../tree/kustomization.ts';
import { uriOfPath } from '../disk/paths.ts';
import { readSmall } from '../disk/read-bytes.ts';

/** Returns the function to call with the path of each input. Every folder is read once. */
export function surroundingsReader(project: Pick<Project, 'setSurroundings' | 'workspace'>): (path: string) => void {
  const seen = new Set<string>();
  return (path) => {
    for (const folder of newFoldersAbove(path, seen)) {
      const kustomization = kustomizationIn(folder);
      if (kustomization !== undefined) project.setSurroundings(uriOfPath(kustomization), textOf(kustomization));
      if (existsSync(join(folder, '.git'))) project.workspace.setRepository(uriOfPath(folder));
      const chart = join(folder, chartName);
      if (existsSync(chart)) project.setSurroundings(uriOfPath(chart), '');
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
