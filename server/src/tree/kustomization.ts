/** The parts of a kustomization that affect the names and content of objects in other files. */

export interface Kustomization {
  /** Paths of the files and folders that it includes, as written there. */
  readonly resources: readonly string[];
  /** Those of components, remote ones too. */
  readonly components: readonly string[];
  readonly patches: readonly string[];
  /** The kind that the target of each of them means; empty where that is not known. */
  readonly patchKinds: readonly string[];
  readonly namespace: string;
  readonly namePrefix: string;
  readonly nameSuffix: string;
  /** True if it includes objects that are not visible: remote ones, or those of a chart or a generator. */
  readonly isOpen: boolean;
  /** True if it may change the objects: by patches, replacements or transformers. */
  readonly isPatching: boolean;
  readonly isLabeling: boolean;
  /** True for a component, which is built only in the kustomizations that include it. */
  readonly isComponent: boolean;
  /** True for the object of Flux of this kind, which is sometimes in a file of this name and which kustomize rejects. */
  readonly isOfFlux: boolean;
}

/** Whether kustomizations name a file as a patch; the kind of its target where all of them mean the same one. */
export type PatchRole = boolean | string;

export const kustomizationNames: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** True for a path or URI of a kustomization, by its file name. False for the object of another tool that changes a build. */
export function isKustomizationPath(path: string): boolean {
  return kustomizationNames.includes(path.slice(path.lastIndexOf('/') + 1));
}

/** `https://…`, `git@…`, `github.com/owner/repo//folder`. */
export function isRemotePath(path: string): boolean {
  if (/^[a-z+]+:\/\/|^(?:git::|git@|[\w.-]+@[\w.-]+:)|\?(?:ref|version)=|.\/\//.test(path)) return true;
  return /^[\w-]+(?:\.[\w-]+)+\/.+\//.test(path) && !/\.ya?ml$/.test(path);
}

/** The file that makes a folder a Helm chart. */
export const chartName = 'Chart.yaml';

/** The file with the default values of a Helm chart. */
export const chartValuesName = 'values.yaml';
