/** What a search for readers knows of all texts: the hand-written objects, the Services and the versions of programs. */
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { areVariants } from '../analysis/workspace/variants.ts';
import { groupBy } from '../text/group.ts';
import { attachment, memo } from '../text/memo.ts';
import type { Mapping, Value } from '../tree/value.ts';
import { foreignObjects, textAt } from './foreign-objects.ts';
import type { KustomizedMetadata } from './kustomized-metadata.ts';
import type { LabelOf, Match } from './label-selectors.ts';
import type { PlatformVersions } from './platform.ts';
import { nearObjects, estateObjectsIn, objectsNamed, vicinityOf } from './object-index.ts';
import type { Reach, ReadObject } from './reader.ts';
import type { SearchedText, SearchedTree } from './searched-text.ts';

/** Where an object is: its file, and its namespace if that is known. */
export interface ObjectSite {
  readonly uri: string;
  readonly namespace: string | undefined;
}

/** A Service in the texts. */
export interface EstateService {
  readonly site: ObjectSite;
  readonly name: string;
  readonly labels: LabelOf;
  /** As it is written; undefined for an assumed Service. */
  readonly metadata: Value | undefined;
  /** The names of its ports, empty for a port without one; undefined if one of them is not known. */
  readonly ports: ReadonlySet<string> | undefined;
  /** True where the control plane makes its Endpoints. */
  readonly hasSelector: boolean;
  readonly isHeadless: boolean;
}

/** A Service, real or assumed, with its hand-written objects; those of a Service with a selector are empty. */
export interface ServedObjects {
  readonly service: EstateService;
  readonly objects: readonly ReadObject[];
  /** False if the Service is not in the texts, so that its labels are assumed to be those of the Endpoints. */
  readonly hasService: boolean;
  readonly endpoints: Mapping | undefined;
}

export interface Estate {
  readonly texts: readonly SearchedText[];
  /** The hand-written Endpoints. */
  readonly objects: readonly ReadObject[];
  readonly services: readonly EstateService[];
  /** The hand-written objects with their Services, and the Services with selectors. */
  readonly served: readonly ServedObjects[];
  readonly versions: PlatformVersions;
  readonly metadata: KustomizedMetadata;
}

/** False for an empty name or an expression. */
export function isWrittenName(name: string): boolean {
  return name !== '' && !/[${}?]/.test(name);
}

/** `shop/db`; the name alone where the namespace is not known. */
export function objectName({ namespace, name }: Pick<ReadObject, 'namespace' | 'name'>): string {
  const shown = name === '' ? '(no name)' : name;
  return isWrittenName(namespace) ? `${namespace}/${shown}` : shown;
}

/** A reach of these objects; of none, the objects of the control plane, which break later. */
export function reachOf(all: readonly ReadObject[], certainty: Reach['certainty'] = 'certain'): Reach {
  const present = presentObjects(all);
  // What is lost already counts only for a reader of nothing else.
  const objects = present.length > 0 ? present : all;
  if (objects.length === 0) return generated(certainty);
  const areNamed = objects.every(({ name }) => isWrittenName(name));
  return { for: areNamed ? [...new Set(objects.map(objectName))] : ['*'], objects, when: 'replaced', certainty };
}

export function generated(certainty: Reach['certainty'] = 'certain'): Reach {
  return { for: ['generated'], objects: [], when: 'later', certainty };
}

/** Every hand-written object that may be in the same cluster as the text. */
export function everything(estate: Estate, uri: string, certainty: Reach['certainty'] = 'certain'): Reach {
  const all = nearObjects(estate, uri);
  const present = presentObjects(all);
  return { for: ['*'], objects: present.length > 0 ? present : all, when: 'replaced', certainty };
}

const presentObjects = memo((all: readonly ReadObject[]) => all.filter(({ isReplaced }) => isReplaced !== true));

/**
 * The objects of these namespaces; of all for `undefined`. An object whose namespace is not known may be in each. Without
 * any object in sight, whatever is elsewhere.
 */
export function inNamespaces(estate: Estate, uri: string, namespaces: readonly string[] | undefined): Reach {
  if (!namespaces || estate.objects.length === 0) return everything(estate, uri);
  const known = knownReaches(estate);
  const key = JSON.stringify([vicinityOf(estate, uri), ...namespaces]);
  const found = known.get(key) ?? reachInNamespaces(estate, uri, namespaces);
  known.set(key, found);
  return found;
}

/** Thousands of readers may have the same reach, with thousands of objects. */
const knownReaches = attachment((_estate: Estate) => new Map<string, Reach>());

function reachInNamespaces(estate: Estate, uri: string, namespaces: readonly string[]): Reach {
  const inside = estateObjectsIn(estate, namespaces).filter((each) => !areVariants(uri, each.uri));
  const isSure = inside.every(({ namespace }) => isWrittenName(namespace));
  return reachOf(inside, isSure ? 'certain' : 'likely');
}

/**
 * The object of a name, which a text reads. `namespace` is undefined where it is not known. An object that is not in
 * sight belongs to the control plane if it is the API server's or that of a Service with a selector; otherwise to others.
 */
export function namedReach(
  estate: Estate,
  uri: string,
  { name, namespace }: { readonly name: string; readonly namespace: string | undefined },
): Reach {
  if (!isWrittenName(name)) return inNamespaces(estate, uri, namespace === undefined ? undefined : [namespace]);
  const found = objectsNamed(estate, name).filter(
    (each) =>
      (namespace === undefined || !isWrittenName(each.namespace) || each.namespace === namespace) &&
      !areVariants(uri, each.uri),
  );
  if (found.length > 0) return reachOf(found);
  const own = objectName({ namespace: namespace ?? '', name });
  const isOfApi = name === 'kubernetes' && (namespace === undefined || namespace === 'default');
  const isGenerated =
    isOfApi ||
    servicesByName(estate)
      .get(name)
      ?.some(
        ({ hasSelector, ...service }) =>
          hasSelector &&
          (namespace === undefined || service.site.namespace === undefined || service.site.namespace === namespace),
      );
  const shown = isOfApi ? 'default/kubernetes' : own;
  if (isGenerated) return { for: [shown], objects: [], when: 'later', certainty: 'certain' };
  // With nothing in sight, the object is somewhere else.
  const when = estate.objects.length === 0 ? 'replaced' : 'later';
  return { for: [shown], objects: [], when, certainty: 'likely' };
}

const servicesByName = memo(({ services }: Estate) => groupBy(services, ({ name }) => name));

export function siteOf(uri: string, object: Value, { namespaceIn }: KustomizedMetadata): ObjectSite {
  const written = textAt(object, 'metadata', 'namespace');
  const namespace = namespaceIn(uri) ?? written ?? '';
  return { uri, namespace: isWrittenName(namespace) ? namespace : undefined };
}

/** Whether two objects are in the same namespace. Without namespaces, objects of one folder are. */
export function inSameNamespace(one: ObjectSite, other: ObjectSite): Match {
  if (one.namespace !== undefined && other.namespace !== undefined)
    return one.namespace === other.namespace ? 'yes' : 'no';
  return one.namespace === other.namespace && isBeside(one, other) ? 'yes' : 'unknown';
}

export function isBeside(one: Pick<ObjectSite, 'uri'>, other: Pick<ObjectSite, 'uri'>): boolean {
  return folderOf(plainPath(one.uri)) === folderOf(plainPath(other.uri));
}

/** The objects of the trees that are documents, without those of nested texts. */
export const documentObjects = memo(({ trees }: SearchedText): readonly DocumentObject[] =>
  trees.flatMap((tree) => (tree.outer ? [] : foreignObjects(tree).map((object) => ({ ...object, tree })))),
);

interface DocumentObject {
  readonly kind: string;
  readonly mapping: Mapping;
  readonly tree: SearchedTree;
}
