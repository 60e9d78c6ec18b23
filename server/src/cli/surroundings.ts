/** Looks for the kustomizations and charts around the inputs: in their folders and above. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Workspace } from '../analysis/workspace/workspace.ts';
import { readKustomization } from '../frontends/read-kustomization.ts';
import { chartName, kustomizationNames } from '../tree/kustomization.ts';
import type { Kustomization } from '../tree/kustomization.ts';
import { readSmall } from '../disk/read-bytes.ts';

/** Returns what to call with the path of each input; every folder is looked at once. */
export function surveyor(workspace: Workspace): (path: string) => void {
  const seen = new Set<string>();
  return (path) => {
    for (let folder = dirname(path); !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder);
      survey(folder, workspace);
    }
  };
}

function survey(folder: string, workspace: Workspace): void {
  const path = kustomizationIn(folder);
  if (path !== undefined) workspace.setKustomization(pathToFileURL(path).href, readKustomization(textOf(path)));
  const chart = join(folder, chartName);
  if (existsSync(chart)) workspace.setChart(pathToFileURL(chart).href, true);
}

/** A kustomization that takes in the files beside it, and changes nothing. */
export function takingIn(resources: readonly string[]): Kustomization {
  return { ...readKustomization(''), resources };
}

/** The path of the kustomization in the folder; undefined where there is none. */
export function kustomizationIn(folder: string): string | undefined {
  return kustomizationNames.map((name) => join(folder, name)).find((path) => existsSync(path));
}

/** A kustomization that cannot be read names nothing; kustomize itself will say so. */
function textOf(path: string): string {
  try {
    return readSmall(path) ?? '';
  } catch {
    return '';
  }
}
