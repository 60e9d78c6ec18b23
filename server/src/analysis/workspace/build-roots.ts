/** The kustomizations that are built by themselves, also those that Flux makes for folders without one. */
import type { Facts } from '../facts/facts.ts';
import { delivered, type DeliveredFolder } from './deliveries.ts';
import type { Kustomizations } from './kustomizations.ts';
import { fileNameOf, folderOf, isInside, plainPath, plainPlacement, type Placement } from './placement.ts';

/** The objects that a kustomization builds, under the URI of a file that does not exist. */
export interface BuiltFacts {
  readonly uri: string;
  readonly facts: readonly Facts[];
  readonly placement: Placement;
  /** The sets of the files that reach a cluster as they are built. */
  readonly sets: readonly string[];
}

/** A kustomization that is built by itself. */
export interface BuildRoot {
  readonly folder: string;
  readonly delivery: DeliveredFolder | undefined;
  /** Of the built objects: names and namespaces are those that the build gives. */
  readonly placement: Placement;
  /** The files that the build includes, and the kustomizations. */
  readonly reach: ReadonlySet<string>;
  /** True for the only kustomization that is built. */
  readonly isOnly: boolean;
  /** The text of the kustomization, where Flux makes one for a folder. */
  readonly generated?: string;
  /** The sets of the files that reach a cluster as they are built here. */
  readonly sets: readonly string[];
}

type DeliveredRoot = BuildRoot & { readonly delivery: DeliveredFolder };

/**
 * The folders without a kustomization to which Flux changes something: with all manifests below, and kustomizations as they
 * are. Unchanged objects need no build.
 */
export function fluxRoots(
  deliveries: ReadonlyMap<string, readonly DeliveredFolder[]>,
  uris: Iterable<string>,
  kustomizations: Kustomizations,
): readonly DeliveredRoot[] {
  const found = [...deliveries].flatMap(([folder, all]) =>
    kustomizations.byFolder.has(folder) ? [] : all.filter(isChanging).map((delivery) => ({ folder, delivery })),
  );
  if (found.length === 0) return [];
  const paths = [...uris].map(plainPath).sort();
  return found.map(({ folder, delivery }) => {
    const resources = new Set<string>();
    const included = new Set<string>();
    const reach = new Set<string>();
    for (const path of paths) {
      if (!isInside(path, folder) || !/\.ya?ml$/.test(fileNameOf(path))) continue;
      const inner = kustomizationAround(path, folder, kustomizations);
      resources.add((inner ?? path).slice(folder.length + 1));
      if (inner === undefined) reach.add(path);
      else included.add(inner);
    }
    for (const inner of included) kustomizations.reach(inner, reach);
    const { prefix: _prefix, suffix: _suffix, ...placed } = delivered(plainPlacement, delivery, folder);
    const placement = { ...plainPlacement, ...placed, isCertain: true, isLabeled: false };
    const sets = [placement.set, ...[...included].map((each) => `kustomization ${each}`)];
    const generated = `resources: ${JSON.stringify([...resources])}\n`;
    return { folder, delivery, generated, reach, placement, sets, isOnly: false };
  });
}

function isChanging({ tool, isExact, isSure, isRecursive, ...each }: DeliveredFolder): boolean {
  const changes = each.isPatching || each.isLabeling || each.prefix + each.suffix + each.namespace !== '';
  return tool === 'flux' && isExact && isSure && isRecursive && changes;
}

/** The outermost folder with a kustomization, inside of `top` and around the path. */
function kustomizationAround(path: string, top: string, { byFolder }: Kustomizations): string | undefined {
  let found: string | undefined;
  for (let folder = folderOf(path); isInside(folder, top); folder = folderOf(folder))
    if (byFolder.has(folder)) found = folder;
  return found;
}
