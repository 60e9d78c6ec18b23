/** Answers endpoints/status: the resources and the Kubernetes version of a file, for a status bar. */
import { resourcesOf, type View } from '../../features/view.ts';

export interface FileStatus {
  readonly kubernetesVersion: string;
  /** In the order of the file; `name` is null if it is missing or unknown before rendering. */
  readonly resources: readonly { readonly type: string; readonly name: string | null }[];
}

export function fileStatus(view: View): FileStatus {
  return {
    kubernetesVersion: `1.${view.minor}`,
    resources: resourcesOf(view).map(({ resource: { type, name } }) => ({ type, name: name ?? null })),
  };
}
