/** The kustomizations of a workspace: what each includes, and which ones include a file or folder. */
import { kustomizationNames, type Kustomization, type PatchRole } from '../../tree/kustomization.ts';
import { isPatching } from './components.ts';
import { isAssertion, patchRoles } from './patch-roles.ts';
import { folderOf, resolvePath } from './placement.ts';

export class Kustomizations {
  /** By path. */
  readonly #files = new Map<string, Kustomization>();
  /** By folder. This and the next two are computed on demand in the order of paths, whatever the reading order was. */
  #byFolder: ReadonlyMap<string, Kustomization> | undefined;
  /** By path: the folders of the kustomizations that list it as a resource or a patch. */
  #includers: Map<string, string[]> | undefined;
  #patches: ReadonlyMap<string, PatchRole> | undefined;
  /** By folder: whether its kustomization brings objects from outside of the workspace. */
  readonly #open = new Map<string, boolean>();

  get byFolder(): ReadonlyMap<string, Kustomization> {
    this.#byFolder ??= new Map(
      [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, each]) => [folderOf(path), each]),
    );
    return this.#byFolder;
  }

  /** Sets the kustomization at a path; undefined removes it. Returns false where nothing changes. */
  set(path: string, kustomization: Kustomization | undefined): boolean {
    if (JSON.stringify(this.#files.get(path)) === JSON.stringify(kustomization)) return false;
    if (kustomization) this.#files.set(path, kustomization);
    else this.#files.delete(path);
    this.#byFolder = undefined;
    this.#includers = undefined;
    this.#patches = undefined;
    this.#open.clear();
    return true;
  }

  /** The paths of the kustomizations in the folder. More than one is a mistake. */
  pathsIn(folder: string): readonly string[] {
    return kustomizationNames.map((name) => `${folder}/${name}`).filter((path) => this.#files.has(path));
  }

  /** False for a file that no kustomization names as a patch, and that is no assertion of kuttl or Chainsaw. */
  isPatch(path: string): PatchRole {
    this.#patches ??= patchRoles(this.byFolder);
    const role = this.#patches.size > 0 ? this.#patches.get(path) : undefined;
    return role ?? (isAssertion(path) && this.includersOf(path).length === 0);
  }

  /** The folders of the kustomizations that list the path as a resource or a patch. */
  includersOf(path: string): readonly string[] {
    if (!this.#includers) {
      const includers = new Map<string, string[]>();
      for (const [folder, { resources, patches }] of this.byFolder) {
        for (const each of new Set([...resources, ...patches])) {
          const included = resolvePath(folder, each);
          includers.set(included, [...(includers.get(included) ?? []), folder]);
        }
      }
      this.#includers = includers;
    }
    return this.#includers.get(path) ?? [];
  }

  /** The kustomizations that include the one of the folder. */
  above(folder: string): readonly string[] {
    return this.includersOf(folder).filter((includer) =>
      this.byFolder.get(includer)?.resources.some((path) => resolvePath(includer, path) === folder),
    );
  }

  /** The paths of the kustomization in the folder and of the files that it includes, with those of the kustomizations below. */
  reach(folder: string, found: Set<string> = new Set()): ReadonlySet<string> {
    const here = this.byFolder.get(folder);
    const own = this.pathsIn(folder);
    if (!here || own.some((path) => found.has(path))) return found;
    for (const path of own) found.add(path);
    for (const path of [...here.resources, ...here.patches]) {
      const below = resolvePath(folder, path);
      if (this.byFolder.has(below)) this.reach(below, found);
      else found.add(below);
    }
    return found;
  }

  /** One folder of each cycle that no kustomization outside of it includes, the first that is no component. */
  cycleHeads(): ReadonlySet<string> {
    const heads = new Set<string>();
    const covered = new Set<string>();
    for (const folder of this.byFolder.keys()) if (this.above(folder).length === 0) this.#descend(folder, covered);
    for (const [folder, { isComponent }] of covered.size < this.byFolder.size ? this.byFolder : []) {
      if (covered.has(folder) || isComponent) continue;
      const below = new Set<string>();
      for (const each of this.#below(folder)) this.#descend(each, below);
      // A folder below the cycle is in the build of its head.
      if (!below.has(folder) || !this.#isTop(folder, below)) continue;
      heads.add(folder);
      for (const each of below) covered.add(each);
    }
    return heads;
  }

  /** True where only folders of the set include the folder, at any distance. */
  #isTop(folder: string, set: ReadonlySet<string>): boolean {
    const seen = new Set([folder]);
    for (const each of seen) for (const above of this.above(each)) seen.add(above);
    return [...seen].every((each) => set.has(each));
  }

  #below(folder: string): readonly string[] {
    const listed = this.byFolder.get(folder)?.resources ?? [];
    return listed.map((path) => resolvePath(folder, path)).filter((path) => this.byFolder.has(path));
  }

  /** Adds the folder and those that its kustomization includes, at any distance. */
  #descend(folder: string, found: Set<string>): void {
    if (found.has(folder)) return;
    found.add(folder);
    for (const each of this.#below(folder)) this.#descend(each, found);
  }

  /** True where the kustomization, or a folder that it lists, brings objects from outside of the workspace. */
  isOpen(folder: string): boolean {
    const known = this.#open.get(folder) ?? this.#findOpen(folder, new Set());
    this.#open.set(folder, known);
    return known;
  }

  #findOpen(folder: string, seen: Set<string>): boolean {
    const here = this.byFolder.get(folder);
    if (!here || here.isOpen) return true;
    seen.add(folder);
    return here.resources.some((path) => {
      const below = resolvePath(folder, path);
      return !/\.(?:ya?ml|json)$/.test(path) && !seen.has(below) && this.#findOpen(below, seen);
    });
  }

  /** True where a kustomization may change the objects of the file. */
  mayChange(path: string, seen: Set<string> = new Set()): boolean {
    return this.includersOf(path).some((folder) => {
      if (seen.has(folder)) return false;
      seen.add(folder);
      return isPatching(folder, this.byFolder) || this.mayChange(folder, seen);
    });
  }
}
