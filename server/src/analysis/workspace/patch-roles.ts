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

/**
 * True for the name of a file of parts, which no API server gets as they are: `db-patch.yaml`, and what kuttl and Chainsaw
 * compare with objects of a cluster, such as `00-assert.yaml`, `01-errors.yaml` and `db-assert.yaml`.
 */
export function isNamedAsPart(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return partName.test(name);
}

const partName =
  /^(?:(?:.*[-_.])?patch(?:es)?(?:[-_.].*)?|(?:.*-)?assert(?:-[^.]*)?|\d+-errors(?:-[^.]*)?)\.(?:ya?ml|json)$/;
