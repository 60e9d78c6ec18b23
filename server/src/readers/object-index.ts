/** Finds the objects of an estate by their names, namespaces and folders: there may be thousands. */
import { areVariants, hasVariants } from '../analysis/workspace/variants.ts';
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { groupBy } from '../text/group.ts';
import { memo } from '../text/memo.ts';
import type { ReadObject } from './reader.ts';

interface Objects {
  readonly objects: readonly ReadObject[];
  readonly texts: readonly { readonly uri: string }[];
}

const objectsByName = memo(({ objects }: Objects) => groupBy(objects, ({ name }) => name));

export function objectsNamed(estate: Objects, name: string): readonly ReadObject[] {
  return objectsByName(estate).get(name) ?? [];
}

const objectsByNamespace = memo(({ objects }: Objects) =>
  groupBy(
    objects.map((object, order) => ({ object, order })),
    // An expression may be any namespace.
    ({ object: { namespace } }) => (namespace === '' || /[${}?]/.test(namespace) ? undefined : namespace),
  ),
);

/** The objects of these namespaces, and those whose namespaces are not known, in their order. */
export function estateObjectsIn(estate: Objects, namespaces: readonly string[]): readonly ReadObject[] {
  const groups = objectsByNamespace(estate);
  const found = [undefined, ...new Set(namespaces)].flatMap((each) => groups.get(each) ?? []);
  return found.sort((a, b) => a.order - b.order).map(({ object }) => object);
}

interface NearObjects {
  /** False in most estates: then all texts have the same objects. */
  readonly areApart: boolean;
  readonly byFolder: Map<string, readonly ReadObject[]>;
  readonly folders: ReadonlyMap<string, readonly ReadObject[]>;
}

const nearOf = memo(({ objects, texts }: Objects): NearObjects => ({
  areApart: hasVariants([...objects, ...texts].map(({ uri }) => uri)),
  byFolder: new Map(),
  folders: groupBy(objects, ({ uri }) => folderOf(plainPath(uri))),
}));

/** Texts of one vicinity have the same objects in their clusters. It is the folder, where any folders are variants. */
export function vicinityOf(estate: Objects, uri: string): string {
  return nearOf(estate).areApart ? folderOf(plainPath(uri)) : '';
}

/** The objects that may be in the same cluster as a text. */
export function nearObjects(estate: Objects, uri: string): readonly ReadObject[] {
  if (estate.objects.length === 0) return [];
  const { areApart, byFolder, folders } = nearOf(estate);
  if (!areApart) return estate.objects;
  const folder = folderOf(plainPath(uri));
  const known = byFolder.get(folder);
  if (known) return known;
  const others = new Set([...folders.values()].flatMap((all) => (all[0] && areVariants(uri, all[0].uri) ? all : [])));
  const found = estate.objects.filter((object) => !others.has(object));
  byFolder.set(folder, found);
  return found;
}
