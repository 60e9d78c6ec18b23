/** Answers endpoints/status: the resources and the Kubernetes version of a file, for a status bar. */
import { minorsOf, versionName, type Versions } from '../../contract/version.ts';
import { overlaysOf } from '../../features/shown/built-around.ts';
import type { BuiltObject } from '../../tree/built.ts';
import { resourcesOf, type Files, type View } from '../../features/view.ts';

export interface FileStatus {
  /** Such as `1.36`; several versions are separated by `, `. */
  readonly kubernetesVersion: string;
  /** In the order of the file; `name` is null if it is missing or unknown before rendering. */
  readonly resources: readonly { readonly type: string; readonly name: string | null }[];
  /** The overlays that build the objects of the file; absent where none does. */
  readonly overlays?: readonly string[];
  /** The one whose objects the preview of server-side apply shows: the chosen one, or the only one. */
  readonly overlay?: string;
}

export function fileStatus(view: View, versions: Versions, files: Files): FileStatus {
  const own = files.workspace.entriesIn(view.uri).flatMap((entry) => overlaysOf(entry, files));
  const overlays = [...new Set(own.length > 0 ? own : overlaysWith(view.uri, files))];
  const overlay = overlays.includes(files.overlay) || overlays.length > 1 ? files.overlay : overlays[0];
  return {
    kubernetesVersion: minorsOf(versions).map(versionName).join(', '),
    resources: resourcesOf(view).map(({ resource: { type, name } }) => ({ type, name: name ?? null })),
    ...(overlays.length > 0 ? { overlays } : {}),
    ...(overlay && overlays.includes(overlay) ? { overlay } : {}),
  };
}

/** The overlays that build our objects with the file: with a patch, or as a kustomization. */
function overlaysWith(uri: string, files: Files): readonly string[] {
  const isOurs = ({ kind }: BuiltObject): boolean => kind === 'Endpoints' || kind === 'EndpointSlice';
  return files.rootsOf(uri).flatMap(({ name, build }) => (build.objects.some(isOurs) ? [name] : []));
}
