/** endpoints/status: what a status bar tells of a file. */
import { resourcesOf, type View } from '../../features/view.ts';

export interface FileStatus {
  /** Such as `1.36`. */
  readonly kubernetesVersion: string;
  /** In the order of the file; `name` is null where it is not written or not known before rendering. */
  readonly resources: readonly { readonly type: string; readonly name: string | null }[];
}

export function fileStatus(view: View): FileStatus {
  return {
    kubernetesVersion: `1.${view.minor}`,
    resources: resourcesOf(view).map(({ resource: { type, name } }) => ({ type, name: name ?? null })),
  };
}
