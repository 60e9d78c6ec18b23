/** Describes how the objects of a file reach a cluster, and works with the paths of files. */
import { chartName, kustomizationNames, type Kustomization } from '../../tree/kustomization.ts';

export interface Placement {
  /** The folder of the Helm chart; empty outside of charts. The release decides on an absent namespace. */
  readonly chart: string;
  /** The namespace that kustomizations, Argo CD or Flux set; empty where none does, and with `?` at its start where it is unknown. */
  readonly namespace: string;
  /** The same for the namespace that Argo CD or Flux gives to objects without one. */
  readonly fallback: string;
  readonly prefix: string;
  readonly suffix: string;
  /** False where objects from outside of the workspace may be applied together with these. */
  readonly isClosed: boolean;
  /** False where a kustomization may change the objects. */
  readonly isCertain: boolean;
  /** True where a kustomization adds labels or annotations. */
  readonly isLabeled: boolean;
  /** The set of files that are applied together: `kustomization`, `delivery`, `folder` or `file`, and a path. Empty in a chart. */
  readonly set: string;
  /** The workspace folder; empty outside of all folders. */
  readonly root: string;
  /** The Application of Argo CD that certainly delivers the file; empty where none does. */
  readonly application: string;
}

export const plainPlacement: Placement = {
  chart: '',
  namespace: '',
  fallback: '',
  prefix: '',
  suffix: '',
  isClosed: true,
  isCertain: true,
  isLabeled: false,
  set: '',
  root: '',
  application: '',
};

/** For an object inside of another one: its cluster and its tools are unknown. */
export const inCarrier: Placement = { ...plainPlacement, isClosed: false };

/** Whether a file is a kustomization or a chart by its name; undefined for other files. */
export function surroundingKind(uri: string): 'kustomization' | 'chart' | undefined {
  const name = fileNameOf(uri);
  if (kustomizationNames.includes(name)) return 'kustomization';
  return name === chartName ? 'chart' : undefined;
}

/** The URI of what a kustomization builds. No file has such a name. */
export function builtUri(folder: string, number: number): string {
  return `${folder}/${builtName}${number === 0 ? '' : ` ${number}`}.yaml`;
}

export function isBuiltUri(uri: string): boolean {
  return fileNameOf(uri).startsWith(builtName);
}

const builtName = '(kustomize build)';

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Without a trailing slash. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** The placement of objects that a kustomization includes. */
export function through(
  below: Placement,
  here: Pick<Kustomization, 'namespace' | 'namePrefix' | 'nameSuffix' | 'isPatching' | 'isLabeling'>,
): Placement {
  return {
    ...below,
    namespace: here.namespace || below.namespace,
    prefix: here.namePrefix + below.prefix,
    suffix: below.suffix + here.nameSuffix,
    isCertain: below.isCertain && !here.isPatching,
    isLabeled: below.isLabeled || here.isLabeling,
  };
}

/** A URI with its escapes decoded, for comparison: clients escape different characters. */
export function plainPath(uri: string): string {
  if (!uri.includes('%')) return uri;
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Resolves `.` and `..`; the result has no trailing slash. */
export function resolvePath(folder: string, path: string): string {
  const parts = folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
