/** Leaves out the files that a kustomization names and that a symbolic link takes from outside of its folder. */
import { resolve } from 'node:path';
import type { Kustomization } from '../../tree/kustomization.ts';
import { leadsOut } from './link-out.ts';

/** Such a file is no patch. Its build fails where it is a resource. */
export function withoutPatchesOut(kustomization: Kustomization, folder: string): Kustomization {
  const { patches, patchKinds } = kustomization;
  const own = withoutLinksOut(patches, folder);
  if (own.length === patches.length) return kustomization;
  return { ...kustomization, patches: own, patchKinds: patchKinds.filter((_, i) => own.includes(patches[i] ?? '')) };
}

export function withoutLinksOut(paths: readonly string[], folder: string): readonly string[] {
  return paths.filter((path) => !leadsOut(resolve(folder, path), folder));
}
