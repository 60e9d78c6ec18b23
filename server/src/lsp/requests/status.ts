/** Answers endpoints/status: the resources and the Kubernetes version of a file, for a status bar. */
import { minorsOf, versionName, type Versions } from '../../contract/version.ts';
import { resourcesOf, type View } from '../../features/view.ts';

export interface FileStatus {
  /** Such as `1.36`; several versions are separated by `, `. */
  readonly kubernetesVersion: string;
  /** In the order of the file; `name` is null if it is missing or unknown before rendering. */
  readonly resources: readonly { readonly type: string; readonly name: string | null }[];
}

export function fileStatus(view: View, versions: Versions): FileStatus {
  return {
    kubernetesVersion: minorsOf(versions).map(versionName).join(', '),
    resources: resourcesOf(view).map(({ resource: { type, name } }) => ({ type, name: name ?? null })),
  };
}
