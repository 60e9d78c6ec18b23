/** A kustomization as far as it decides what the objects in other files are called. */

export interface Kustomization {
  /** Paths of files and folders that it takes in, as written there. */
  readonly resources: readonly string[];
  /** Paths of files that are patches. */
  readonly patches: readonly string[];
  readonly namespace: string;
  readonly namePrefix: string;
  readonly nameSuffix: string;
  /** True where it brings objects that are not to be seen: from afar, from a chart, from a generator of its own. */
  readonly isOpen: boolean;
  /** True where it may change what the objects say: patches, replacements, transformers. */
  readonly isPatching: boolean;
  /** True where it adds labels or annotations. */
  readonly isLabeling: boolean;
}

export const kustomizationNames: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** The file that makes a folder a Helm chart. */
export const chartName = 'Chart.yaml';
