/** Finds how the objects of a file reach a cluster: as written, through a Helm chart, or through kustomizations. */
import { chartName, kustomizationNames, type Kustomization } from '../../tree/kustomization.ts';

export interface Placement {
  /** The folder of the Helm chart; empty outside of charts. The release decides on an absent namespace. */
  readonly chart: string;
  /** The namespace that kustomizations set; empty where none does. */
  readonly namespace: string;
  readonly prefix: string;
  readonly suffix: string;
  /** False where objects from outside of the workspace may be applied together with these. */
  readonly isClosed: boolean;
  /** False where a kustomization may change the objects. */
  readonly isCertain: boolean;
  /** True where a kustomization adds labels or annotations. */
  readonly isLabeled: boolean;
  /** The set of files that are applied together: `kustomization`, `folder` or `file`, and a path. Empty in a chart. */
  readonly set: string;
  /** The workspace folder; empty outside of all folders. */
  readonly root: string;
}

const plain: Placement = {
  chart: '',
  namespace: '',
  prefix: '',
  suffix: '',
  isClosed: true,
  isCertain: true,
  isLabeled: false,
  set: '',
  root: '',
};

/** For an object inside of another one: its cluster and its tools are unknown. */
export const inCarrier: Placement = { ...plain, isClosed: false };

/** A base in more overlays than these is only placed in the first ones. */
const mostPlacements = 32;

export class Surroundings {
  /** By path. */
  readonly #files = new Map<string, Kustomization>();
  readonly #charts = new Set<string>();
  /** By folder. This and the next two are computed on demand in the order of paths, whatever the reading order was. */
  #kustomizations: ReadonlyMap<string, Kustomization> | undefined;
  /** By path: the folders of the kustomizations that list it as a resource or a patch. */
  #takers: Map<string, string[]> | undefined;
  #patches: Set<string> | undefined;
  #roots: readonly string[] = [];
  /** Cached until a change: by folder for files outside of kustomizations, which share a placement; else by path. */
  readonly #placements = new Map<string, readonly Placement[]>();
  /** By folder: whether its kustomization brings objects from outside of the workspace. */
  readonly #open = new Map<string, boolean>();
  #isChanged = false;

  setRoots(uris: readonly string[]): void {
    const roots = uris.map(plainPath).sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    if (roots.join('\n') === this.#roots.join('\n')) return;
    this.#roots = roots;
    this.#noteChange();
  }

  /** True where placements may have changed since the last call. */
  takeChange(): boolean {
    const isChanged = this.#isChanged;
    this.#isChanged = false;
    return isChanged;
  }

  /** Sets the kustomization of a file; undefined removes it. */
  setKustomization(uri: string, kustomization: Kustomization | undefined): void {
    const path = plainPath(uri);
    if (JSON.stringify(this.#files.get(path)) === JSON.stringify(kustomization)) return;
    if (kustomization) this.#files.set(path, kustomization);
    else this.#files.delete(path);
    this.#kustomizations = undefined;
    this.#takers = undefined;
    this.#patches = undefined;
    this.#noteChange();
  }

  setChart(uri: string, isThere: boolean): void {
    const folder = folderOf(plainPath(uri));
    if (this.#charts.has(folder) === isThere) return;
    this.#noteChange();
    if (isThere) this.#charts.add(folder);
    else this.#charts.delete(folder);
  }

  /** True for a file that a kustomization names as a patch. */
  isPatch(uri: string): boolean {
    this.#patches ??= new Set(
      [...this.#byFolder()].flatMap(([folder, { patches }]) => patches.map((path) => resolvePath(folder, path))),
    );
    return this.#patches.size > 0 && this.#patches.has(plainPath(uri));
  }

  /** At least one placement. The same list until something changes. */
  placementsOf(uri: string): readonly Placement[] {
    const path = plainPath(uri);
    const folder = folderOf(path);
    const takers = this.#takersOf(path);
    const isBeside = this.#byFolder().has(folder);
    const key = takers.length === 0 && !isBeside ? folder : path;
    const placements = this.#placements.get(key) ?? this.#place(path, takers);
    this.#placements.set(key, placements);
    return placements;
  }

  #place(path: string, takers: readonly string[]): readonly Placement[] {
    const found: Placement[] = [];
    const start = { ...plain, root: this.#roots.find((root) => path.startsWith(`${root}/`)) ?? '' };
    for (const folder of takers) this.#climb(folder, start, new Set(), found);
    if (found.length > 0) return found;
    const chart = this.#chartAround(path);
    if (chart !== '') return [{ ...start, chart, isClosed: false }];
    const folder = folderOf(path);
    // A file beside a kustomization that does not list it is applied by itself, if at all.
    return [{ ...start, set: this.#byFolder().has(folder) ? `file ${path}` : `folder ${folder}` }];
  }

  #noteChange(): void {
    this.#placements.clear();
    this.#open.clear();
    this.#isChanged = true;
  }

  #climb(folder: string, below: Placement, seen: ReadonlySet<string>, found: Placement[]): void {
    const here = this.#byFolder().get(folder);
    if (!here || seen.has(folder) || found.length >= mostPlacements) return;
    const isOpen = this.#open.get(folder) ?? this.#isOpen(folder, new Set());
    this.#open.set(folder, isOpen);
    const placement: Placement = {
      ...below,
      namespace: here.namespace || below.namespace,
      prefix: here.namePrefix + below.prefix,
      suffix: below.suffix + here.nameSuffix,
      isClosed: below.isClosed && !isOpen,
      isCertain: below.isCertain && !here.isPatching,
      isLabeled: below.isLabeled || here.isLabeling,
      set: `kustomization ${folder}`,
    };
    const above = this.#takersOf(folder).filter((each) => this.#takes(each, folder));
    if (above.length === 0) found.push(placement);
    for (const each of above) this.#climb(each, placement, new Set([...seen, folder]), found);
  }

  /** True where the kustomization, or a folder that it lists, brings objects from outside of the workspace. */
  #isOpen(folder: string, seen: Set<string>): boolean {
    const here = this.#byFolder().get(folder);
    if (!here || here.isOpen) return true;
    seen.add(folder);
    return here.resources.some((path) => {
      const below = resolvePath(folder, path);
      return !/\.(?:ya?ml|json)$/.test(path) && !seen.has(below) && this.#isOpen(below, seen);
    });
  }

  #byFolder(): ReadonlyMap<string, Kustomization> {
    this.#kustomizations ??= new Map(
      [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, each]) => [folderOf(path), each]),
    );
    return this.#kustomizations;
  }

  #takes(taker: string, folder: string): boolean {
    const { resources = [] } = this.#byFolder().get(taker) ?? {};
    return resources.some((path) => resolvePath(taker, path) === folder);
  }

  #takersOf(path: string): readonly string[] {
    if (!this.#takers) {
      const takers = new Map<string, string[]>();
      for (const [folder, { resources, patches }] of this.#byFolder()) {
        for (const each of new Set([...resources, ...patches])) {
          const taken = resolvePath(folder, each);
          takers.set(taken, [...(takers.get(taken) ?? []), folder]);
        }
      }
      this.#takers = takers;
    }
    return this.#takers.get(path) ?? [];
  }

  #chartAround(path: string): string {
    if (this.#charts.size === 0) return '';
    for (let folder = folderOf(path); folder.includes('/'); folder = folderOf(folder)) {
      if (this.#charts.has(folder)) return folder;
    }
    return '';
  }
}

/** Whether a file is a kustomization or a chart by its name; undefined for other files. */
export function surroundingKind(uri: string): 'kustomization' | 'chart' | undefined {
  const name = fileNameOf(uri);
  if (kustomizationNames.includes(name)) return 'kustomization';
  return name === chartName ? 'chart' : undefined;
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Without a trailing slash. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
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
