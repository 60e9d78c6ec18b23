/** Finds the folders that Argo CD and Flux deliver to a cluster. A path counts from the root of the repository, which no text names. */
import { groupBy } from '../../text/group.ts';
import type { Delivery, DeliveryFacts } from '../facts/delivery-facts.ts';
import type { Facts } from '../facts/facts.ts';
import { folderOf, isInside, plainPath, resolvePath, type Placement } from './placement.ts';

/** An object that delivers folders. */
export interface Deliverer {
  readonly name: string;
  readonly ordinal: number;
  readonly facts: DeliveryFacts;
}

const nobody: readonly Deliverer[] = [];

/** The objects of a file that deliver folders. */
export function deliverersIn(facts: readonly Facts[]): readonly Deliverer[] {
  if (!facts.some(({ delivery }) => delivery)) return nobody;
  return facts.flatMap(({ name, delivery }, ordinal) =>
    delivery ? [{ name: name.text, ordinal, facts: delivery }] : [],
  );
}

/** A delivery of one folder of the workspace. */
export interface DeliveredFolder extends Delivery {
  readonly tool: DeliveryFacts['tool'];
  /** Equal for what one object delivers. */
  readonly by: string;
  /** The name of the object that delivers the folder. */
  readonly name: string;
  /** False where the folder may belong to another repository. Then the namespaces are unknown. */
  readonly isSure: boolean;
}

/** A folder with more deliveries than these only counts for the first ones. */
const mostDeliveries = 32;

/** The files in sight, and the known facts about their folders. */
export interface Sight {
  readonly uris: Iterable<string>;
  readonly roots: readonly string[];
  /** The known roots of Git repositories. */
  readonly repositories: ReadonlySet<string>;
  /** The folders of kustomizations and charts. */
  readonly builds: Iterable<string>;
  /** True where a kustomization may change the objects of the file. */
  readonly mayChange: (path: string) => boolean;
}

export class Deliveries {
  /** By the path of the file that writes them. */
  readonly #files = new Map<string, readonly Deliverer[]>();
  #folders: ReadonlySet<string> | undefined;
  #found: ReadonlyMap<string, readonly DeliveredFolder[]> | undefined;

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** Returns true where they have changed. */
  set(uri: string, deliverers: readonly Deliverer[]): boolean {
    const path = plainPath(uri);
    const before = this.#files.get(path) ?? none;
    if (before.length + deliverers.length === 0 || JSON.stringify(before) === JSON.stringify(deliverers)) return false;
    if (deliverers.length > 0) this.#files.set(path, deliverers);
    else this.#files.delete(path);
    return true;
  }

  /** True for the first file in a folder: a path may name this folder. */
  isNewFolder(uri: string): boolean {
    return this.#folders !== undefined && !this.#folders.has(folderOf(plainPath(uri)));
  }

  forget(): void {
    this.#folders = undefined;
    this.#found = undefined;
  }

  /** The deliveries of exactly this folder. */
  of(folder: string, sight: () => Sight): readonly DeliveredFolder[] {
    return this.byFolder(sight).get(folder) ?? none;
  }

  byFolder(sight: () => Sight): ReadonlyMap<string, readonly DeliveredFolder[]> {
    if (!this.isEmpty) this.#found ??= this.#find(sight());
    return this.#found ?? noFolders;
  }

  #find({ uris, roots, repositories, builds, mayChange }: Sight): ReadonlyMap<string, readonly DeliveredFolder[]> {
    const direct = new Set(builds);
    for (const uri of uris) direct.add(folderOf(plainPath(uri)));
    this.#folders = direct;
    const above = new Set<string>();
    for (const folder of direct)
      for (let each = folder; each !== '' && !above.has(each); each = folderOf(each)) above.add(each);
    const places = [...this.#files]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([path, deliverers]) =>
        deliverers.flatMap((deliverer) =>
          deliverer.facts.folders.map((delivery) => {
            const isThere = (folder: string): boolean =>
              (delivery.isRecursive || !delivery.isExact ? above : direct).has(folder);
            const [certain, likely] = bases(path, roots, repositories).map((some) => [
              ...new Set(some.map((base) => resolvePath(base, delivery.path)).filter(isThere)),
            ]);
            return { path, deliverer, delivery, folders: certain?.length ? certain : (likely ?? []) };
          }),
        ),
      );
    // A repository with a folder that is out of sight is probably another one.
    const foreign = new Set(
      places.flatMap(({ delivery, folders }) =>
        delivery.isExact && folders.length === 0 ? [delivery.repository] : [],
      ),
    );
    const found = places.flatMap(({ path, deliverer, delivery, folders }) => {
      const isSure = folders.length === 1 && delivery.isExact && !foreign.has(delivery.repository) && !mayChange(path);
      return folders.map((folder) => ({ folder, delivered: deliveredFolder(path, deliverer, delivery, isSure) }));
    });
    return new Map(
      [...groupBy(found, ({ folder }) => folder)].map(([folder, all]) => {
        // The folder belongs to one repository.
        const isShared = new Set(all.map(({ delivered: { repository } }) => repository)).size > 1;
        const kept = all.slice(0, mostDeliveries);
        return [folder, kept.map(({ delivered }) => (isShared ? unsure(delivered) : delivered))];
      }),
    );
  }
}

/** The placement of objects that the delivery brings. `folder` distinguishes unknown namespaces where one object delivers several folders. */
export function delivered(placement: Placement, each: DeliveredFolder, folder: string): Placement {
  const unknown = `?${each.by} ${each.isSure ? '' : folder}`;
  const known = (namespace: string): string => (namespace === '?' ? unknown : namespace);
  const isNamed = each.tool === 'argocd' && (each.isSure || (!each.isExact && each.path !== ''));
  return {
    ...placement,
    namespace: known(each.namespace) || placement.namespace,
    fallback: known(each.fallback),
    prefix: each.prefix + placement.prefix,
    suffix: placement.suffix + each.suffix,
    isCertain: placement.isCertain && !each.isPatching,
    isLabeled: placement.isLabeled || each.isLabeling,
    set: each.isSure ? `delivery ${each.by}` : placement.set,
    application: isNamed ? each.name : '',
  };
}

/** Deliveries of a known path, or else all. */
export function exactFirst(all: readonly DeliveredFolder[]): readonly DeliveredFolder[] {
  const exact = all.filter(({ isExact }) => isExact);
  return exact.length > 0 ? exact : all;
}

const none: readonly never[] = [];
const noFolders: ReadonlyMap<string, readonly DeliveredFolder[]> = new Map();

/** The known root of the repository, and the folders that may be it: those above the file, and the workspace folders. */
function bases(
  path: string,
  roots: readonly string[],
  repositories: ReadonlySet<string>,
): readonly [readonly string[], readonly string[]] {
  const above: string[] = [];
  const root = roots.find((each) => isInside(path, each));
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    above.push(folder);
    if (folder === root) break;
  }
  const repository = above.find((each) => repositories.has(each));
  return [repository === undefined ? [] : [repository], [...above, ...roots]];
}

function deliveredFolder(
  path: string,
  { name, ordinal, facts }: Deliverer,
  delivery: Delivery,
  isSure: boolean,
): DeliveredFolder {
  const delivered = { ...delivery, tool: facts.tool, by: `${path} ${ordinal}`, name, isSure };
  return isSure ? delivered : unsure(delivered);
}

function unsure(delivered: DeliveredFolder): DeliveredFolder {
  const namespace = delivered.namespace === '' ? '' : '?';
  return { ...delivered, fallback: '?', namespace, isSure: false };
}
