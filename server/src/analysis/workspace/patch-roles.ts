/** Finds the files that kustomizations name as patches, and the kinds that their targets mean. */
import type { Kustomization, PatchRole } from '../../tree/kustomization.ts';
import { resolvePath } from './placement.ts';

/** By path; `kustomizations` by folder. */
export function patchRoles(kustomizations: ReadonlyMap<string, Kustomization>): ReadonlyMap<string, PatchRole> {
  const roles = new Map<string, PatchRole>();
  for (const [folder, { patches, patchKinds }] of kustomizations) {
    for (const [i, each] of patches.entries()) {
      const path = resolvePath(folder, each);
      const role = patchKinds[i] || true;
      roles.set(path, (roles.get(path) ?? role) === role ? role : true);
    }
  }
  return roles;
}
