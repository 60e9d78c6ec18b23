/** Decides whether a kustomization or one of its components may change objects of other files. */
import { attachment } from '../../text/memo.ts';
import type { Kustomization } from '../../tree/kustomization.ts';
import { resolvePath } from './placement.ts';

type Kustomizations = ReadonlyMap<string, Kustomization>;

/** True where the kustomization of the folder has patches, or a component that is out of sight or changes more than it adds. */
export function isPatching(folder: string, all: Kustomizations): boolean {
  const here = all.get(folder);
  if (!here) return false;
  const known = answers(all);
  const found = known.get(folder);
  if (found !== undefined) return found;
  // The answer for a component that includes itself.
  known.set(folder, true);
  const answer = here.isPatching || here.components.some((path) => isChanging(resolvePath(folder, path), all));
  known.set(folder, answer);
  return answer;
}

const answers = attachment((_all: Kustomizations) => new Map<string, boolean>());

/** A component also renames and labels what the kustomization around includes. */
function isChanging(folder: string, all: Kustomizations): boolean {
  const here = all.get(folder);
  if (!here || here.isLabeling || [here.namespace, here.namePrefix, here.nameSuffix].some((each) => each !== '')) {
    return true;
  }
  return isPatching(folder, all);
}
