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

/** True for the name of what kuttl and Chainsaw compare with objects of a cluster, such as `00-assert.yaml`, `01-errors.yaml`. */
export function isAssertion(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return assertionName.test(name);
}

const assertionName = /^(?:(?:.*-)?assert(?:-[^.]*)?|\d+-errors(?:-[^.]*)?)\.(?:ya?ml|json)$/;
