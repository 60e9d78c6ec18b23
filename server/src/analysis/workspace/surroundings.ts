/** Finds how the objects of a file reach a cluster: as written, through a Helm chart, through kustomizations, and by whom. */
import { uniqueBy } from '../../text/group.ts';
import type { Kustomization, PatchRole } from '../../tree/kustomization.ts';
import { isPatching } from './components.ts';
import { Kustomizations } from './kustomizations.ts';
import { Deliveries, delivered, exactFirst, type DeliveredFolder, type Deliverer, type Sight } from './deliveries.ts';
import { fluxRoots, type BuildRoot } from './build-roots.ts';
import { folderOf, isInside, plainPath, plainPlacement, through, type Placement } from './placement.ts';

/** A base in more overlays than these is only placed in the first ones. */
const mostPlacements = 32;

export class Surroundings {
  readonly #kustomizations = new Kustomizations();
  readonly #charts = new Set<string>();
  #roots: readonly string[] = [];
  /** The folder of the only kustomization that is built. */
  #onlyRoot: string | undefined;
  /** Cached until a change: by folder for files outside of kustomizations, which share a placement; else by path. */
  readonly #placements = new Map<string, readonly Placement[]>();
  #isChanged = false;
  readonly #deliveries = new Deliveries();
  readonly #uris: () => Iterable<string>;
  readonly #repositories = new Set<string>();
  #isMoved = false;
  readonly #noted = new Set<string>();
  /** Increases whenever kustomizations or deliveries change. */
  version = 0;

  /** `uris` are the files in sight. */
  constructor(uris: () => Iterable<string>) {
    this.#uris = uris;
  }

  /** True where a delivery may have changed placements since `takeMove`. Until then, no deliveries count. */
  get isMoved(): boolean {
    return this.#isMoved;
  }

  takeMove(): void {
    this.#isMoved = false;
    this.#placements.clear();
  }

  /** Sets a folder that is the root of a Git repository. */
  setRepository(uri: string): void {
    this.#repositories.add(plainPath(uri));
    if (!this.#deliveries.isEmpty) this.#noteMove();
  }

  /** Sets what the objects of a file deliver. */
  setDeliverers(uri: string, deliverers: readonly Deliverer[]): void {
    if (this.#deliveries.set(uri, deliverers)) this.#noteMove();
  }

  /** A file came into sight, or went: a delivered folder may be there now. */
  noteFile(uri: string, isThere: boolean): void {
    if (this.#deliveries.isEmpty) return;
    if (!isThere || this.#deliveries.isNewFolder(uri)) this.#noteMove();
    // Flux may include the file.
    if (isThere && !this.#noted.has(uri)) this.version++;
    if (isThere) this.#noted.add(uri);
    else this.#noted.delete(uri);
  }

  setRoots(uris: readonly string[]): void {
    const roots = uris.map(plainPath).sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    if (roots.join('\n') === this.#roots.join('\n')) return;
    this.#roots = roots;
    this.#noteChange();
  }

  /** Builds only the kustomization in the folder, whether another one includes it or not. */
  setOnlyRoot(uri: string): void {
    this.#onlyRoot = plainPath(uri);
    this.version++;
  }

  /** True where placements may have changed since the last call. */
  takeChange(): boolean {
    const isChanged = this.#isChanged;
    this.#isChanged = false;
    return isChanged;
  }

  /** Sets the kustomization of a file; undefined removes it. */
  setKustomization(uri: string, kustomization: Kustomization | undefined): void {
    if (this.#kustomizations.set(plainPath(uri), kustomization)) this.#noteChange();
  }

  setChart(uri: string, isThere: boolean): void {
    const folder = folderOf(plainPath(uri));
    if (this.#charts.has(folder) === isThere) return;
    this.#noteChange();
    if (isThere) this.#charts.add(folder);
    else this.#charts.delete(folder);
  }

  /** False for a file that no kustomization names as a patch. */
  isPatch(uri: string): PatchRole {
    return this.#kustomizations.isPatch(plainPath(uri));
  }

  /** At least one placement. The same list until something changes. */
  placementsOf(uri: string): readonly Placement[] {
    const path = plainPath(uri);
    const folder = folderOf(path);
    const includers = this.#kustomizations.includersOf(path);
    const isBeside = this.#kustomizations.byFolder.has(folder);
    // Flux leaves JSON files out.
    const isShared = includers.length === 0 && !isBeside && (this.#deliveries.isEmpty || !path.endsWith('.json'));
    const key = isShared ? folder : path;
    const placements = this.#placements.get(key) ?? distinct(this.#place(path, includers));
    this.#placements.set(key, placements);
    return placements;
  }

  #place(path: string, includers: readonly string[]): readonly Placement[] {
    const found: Placement[] = [];
    const start = { ...plainPlacement, root: this.#roots.find((root) => isInside(path, root)) ?? '' };
    for (const folder of includers) this.#climb(folder, start, new Set(), found);
    if (found.length > 0) return found;
    const chart = this.#chartAround(path);
    if (chart !== '') {
      const released = { ...start, chart, isClosed: false };
      const releases = this.#releasesOf(chart).slice(0, mostPlacements);
      return releases.length > 0 ? releases.map((each) => delivered(released, each, chart)) : [released];
    }
    const folder = folderOf(path);
    const deliveries = this.#deliveriesOf(path).slice(0, mostPlacements);
    if (deliveries.length > 0)
      return deliveries.map((each) => delivered({ ...start, set: `folder ${folder}` }, each, folder));
    // A file beside a kustomization that does not list it is applied by itself, if at all.
    return [{ ...start, set: this.#kustomizations.byFolder.has(folder) ? `file ${path}` : `folder ${folder}` }];
  }

  /** The deliveries of a file that is in no kustomization and in no chart. Those of a known folder count first. */
  #deliveriesOf(path: string): readonly DeliveredFolder[] {
    if (this.#deliveries.isEmpty) return [];
    const own = folderOf(path);
    const found: DeliveredFolder[] = [];
    let isBuilt = false;
    for (let folder = own; folder !== ''; folder = folderOf(folder)) {
      const isBuild = this.#kustomizations.byFolder.has(folder);
      isBuilt ||= isBuild;
      found.push(
        ...this.#deliveredAt(folder).filter((each) => {
          if (!each.isExact) return !this.#kustomizations.byFolder.has(own);
          if (each.tool === 'flux') return each.isRecursive && !isBuilt && !path.endsWith('.json');
          return !isBuild && !this.#charts.has(folder) && (folder === own || each.isRecursive);
        }),
      );
    }
    return exactFirst(found);
  }

  /** The deliveries of a kustomization: of its own folder, or through the kustomization that Flux makes of a folder above. */
  #buildsOf(own: string, isTop: boolean): readonly DeliveredFolder[] {
    if (this.#deliveries.isEmpty) return [];
    const found: DeliveredFolder[] = [];
    let isBuilt = false;
    for (let folder = own; folder !== ''; folder = folderOf(folder)) {
      isBuilt ||= folder !== own && this.#kustomizations.byFolder.has(folder);
      found.push(
        ...this.#deliveredAt(folder).filter((each) => {
          if (!each.isExact) return isTop;
          return each.tool === 'flux' ? each.isRecursive && !isBuilt : folder === own;
        }),
      );
    }
    return exactFirst(found);
  }

  /** The releases of a chart, also as a part of the charts above. */
  #releasesOf(chart: string): readonly DeliveredFolder[] {
    const own = this.#deliveredAt(chart).filter(
      ({ isExact, tool, isRecursive }) => isExact && (tool === 'argocd' || !isRecursive),
    );
    const holder = folderOf(chart);
    const parent = holder.endsWith('/charts') ? folderOf(holder) : '';
    return this.#charts.has(parent) ? [...own, ...this.#releasesOf(parent)] : own;
  }

  #deliveredAt(folder: string): readonly DeliveredFolder[] {
    // Finding the folders again for each file that is read would take quadratic time.
    if (this.#isMoved) return [];
    return this.#deliveries.of(folder, () => this.#sight());
  }

  #sight(): Sight {
    return {
      uris: this.#uris(),
      roots: this.#roots,
      repositories: this.#repositories,
      builds: [...this.#kustomizations.byFolder.keys(), ...this.#charts],
      mayChange: (path) => this.#kustomizations.mayChange(path),
    };
  }

  #noteMove(): void {
    if (this.#isMoved) return;
    this.#placements.clear();
    this.#deliveries.forget();
    this.version++;
    this.#isMoved = true;
  }

  #noteChange(): void {
    this.#placements.clear();
    this.#deliveries.forget();
    this.version++;
    this.#isChanged = true;
  }

  #climb(folder: string, below: Placement, seen: ReadonlySet<string>, found: Placement[]): void {
    const here = this.#kustomizations.byFolder.get(folder);
    if (!here || seen.has(folder) || found.length >= mostPlacements) return;
    const isOpen = this.#kustomizations.isOpen(folder);
    const set = `kustomization ${folder}`;
    const own = { ...here, isPatching: isPatching(folder, this.#kustomizations.byFolder) };
    const placement = through({ ...below, isClosed: below.isClosed && !isOpen, set }, own);
    const above = this.#kustomizations.above(folder);
    const builds = this.#buildsOf(folder, above.length === 0).slice(0, mostPlacements);
    for (const each of builds) {
      const { namespace, fallback, application } = delivered(placement, each, folder);
      // The names of the delivery replace those of this kustomization.
      const names = { namePrefix: each.prefix || here.namePrefix, nameSuffix: each.suffix || here.nameSuffix };
      const changes = {
        isPatching: own.isPatching || each.isPatching,
        isLabeling: here.isLabeling || each.isLabeling,
      };
      const built = through({ ...below, isClosed: placement.isClosed, set }, { ...names, ...changes, namespace });
      found.push({ ...built, fallback, application });
    }
    if (above.length === 0 && builds.length === 0) found.push(placement);
    for (const each of above) this.#climb(each, placement, new Set([...seen, folder]), found);
  }

  /** The kustomizations that no other one includes, one of each cycle, and those that are delivered: once for each delivery. */
  buildRoots(): readonly BuildRoot[] {
    const isAll = this.#onlyRoot === undefined && !this.#isMoved && !this.#deliveries.isEmpty;
    const made = isAll
      ? fluxRoots(
          this.#deliveries.byFolder(() => this.#sight()),
          this.#uris(),
          this.#kustomizations,
        )
      : [];
    const includedBy = new Set(made.flatMap(({ delivery, sets }) => sets.map((set) => `${set} ${delivery.by}`)));
    const roots: BuildRoot[] = made.map((each) => ({
      ...each,
      placement: { ...each.placement, root: this.#rootOf(each.folder) },
    }));
    const heads = this.#kustomizations.cycleHeads();
    for (const [folder, { isComponent, isOfFlux }] of this.#kustomizations.byFolder) {
      const isOnly = folder === this.#onlyRoot;
      if (isComponent || (isOfFlux && !isOnly) || (this.#onlyRoot !== undefined && !isOnly)) continue;
      const isTop = isOnly || heads.has(folder) || this.#kustomizations.above(folder).length === 0;
      const all = this.#buildsOf(folder, isTop).slice(0, mostPlacements);
      const builds = all.filter(({ by }) => !includedBy.has(`kustomization ${folder} ${by}`));
      if (builds.length === 0 && all.length > 0) continue;
      const reach = builds.length > 0 || isTop ? this.#kustomizations.reach(folder) : undefined;
      if (!reach) continue;
      const root = this.#rootOf(folder);
      const set = `kustomization ${folder}`;
      const placement = { ...plainPlacement, root, set };
      const common = { folder, reach, isOnly, sets: [set] };
      if (builds.length === 0) roots.push({ ...common, delivery: undefined, placement });
      for (const delivery of builds) {
        const { namespace, fallback, application } = delivered(placement, delivery, folder);
        roots.push({ ...common, delivery, placement: { ...placement, namespace, fallback, application } });
      }
    }
    return roots;
  }

  /** The workspace folder; empty outside of all folders. */
  #rootOf(folder: string): string {
    return this.#roots.find((each) => isInside(folder, each) || folder === each) ?? '';
  }

  #chartAround(path: string): string {
    if (this.#charts.size === 0) return '';
    for (let folder = folderOf(path); folder.includes('/'); folder = folderOf(folder)) {
      if (this.#charts.has(folder)) return folder;
    }
    return '';
  }
}

/** Deliveries to several clusters place the objects of a file alike. */
function distinct(all: readonly Placement[]): readonly Placement[] {
  return all.length < 2
    ? all
    : uniqueBy(all, (each) => JSON.stringify({ ...each, set: each.set.replace(/^delivery .*/, ''), application: '' }));
}
