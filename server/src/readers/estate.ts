/** What a search for readers knows of all texts: the hand-written objects, the Services and the versions of programs. */
import { folderOf, plainPath } from '../analysis/workspace/placement.ts';
import { areVariants } from '../analysis/workspace/variants.ts';
import { groupBy } from '../text/group.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Value } from '../tree/value.ts';
import { foreignObjects, itemsAt, textAt } from './foreign-objects.ts';
import { kustomizedMetadata, type KustomizedMetadata } from './kustomized-metadata.ts';
import type { LabelOf, Match } from './label-selectors.ts';
import type { Platform } from '../contract/platform.ts';
import { platformVersions, type PlatformVersions } from './platform.ts';
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

export interface EstateOptions {
  readonly objects: readonly ReadObject[];
  readonly platform: Platform;
}

/** `allTexts` is called when a search asks for another text than its own. */
export function estateOf(allTexts: () => readonly SearchedText[], { objects: all, platform }: EstateOptions): Estate {
  let texts: readonly SearchedText[] | undefined;
  let metadata: KustomizedMetadata | undefined;
  let versions: PlatformVersions | undefined;
  let services: readonly EstateService[] | undefined;
  let served: readonly ServedObjects[] | undefined;
  let objects: readonly ReadObject[] | undefined;
  return {
    get texts() {
      return (texts ??= allTexts());
    },
    get metadata() {
      return (metadata ??= kustomizedMetadata(this.texts));
    },
    get objects() {
      return (objects ??= all.length === 0 ? [] : withoutGenerated(all, this.services));
    },
    get versions() {
      return (versions ??= platformVersions(this.texts, platform));
    },
    get services() {
      return (services ??= servicesIn(this.texts, this.metadata));
    },
    get served() {
      return (served ??= servedObjects(this.texts, this.objects, this.services, this.metadata));
    },
  };
}

/** The control plane makes the Endpoints of a Service with a selector, whatever a file says. */
function withoutGenerated(objects: readonly ReadObject[], services: readonly EstateService[]): readonly ReadObject[] {
  const selecting = groupBy(
    services.filter(({ hasSelector }) => hasSelector),
    ({ name }) => name,
  );
  return objects.filter(
    ({ uri, namespace, name }) =>
      !(selecting.get(name) ?? []).some(
        ({ site }) => site.uri === uri || (site.namespace !== undefined && site.namespace === namespace),
      ),
  );
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
  const present = all.filter(({ isReplaced }) => isReplaced !== true);
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
export function everything({ objects }: Estate, uri: string, certainty: Reach['certainty'] = 'certain'): Reach {
  const near = objects.filter((each) => !areVariants(uri, each.uri));
  return { ...reachOf(near), for: ['*'], when: 'replaced', certainty };
}

/**
 * The objects of these namespaces; of all for `undefined`. An object whose namespace is not known may be in each. Without
 * any object in sight, whatever is elsewhere.
 */
export function inNamespaces(estate: Estate, uri: string, namespaces: readonly string[] | undefined): Reach {
  if (!namespaces || estate.objects.length === 0) return everything(estate, uri);
  const all = estate.objects.filter((each) => !areVariants(uri, each.uri));
  const inside = all.filter(({ namespace }) => !isWrittenName(namespace) || namespaces.includes(namespace));
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
  const found = estate.objects.filter(
    (each) =>
      each.name === name &&
      (namespace === undefined || !isWrittenName(each.namespace) || each.namespace === namespace) &&
      !areVariants(uri, each.uri),
  );
  if (found.length > 0) return reachOf(found);
  const own = objectName({ namespace: namespace ?? '', name });
  const isOfApi = name === 'kubernetes' && (namespace === undefined || namespace === 'default');
  const isGenerated =
    isOfApi ||
    estate.services.some(
      ({ hasSelector, ...service }) =>
        hasSelector &&
        service.name === name &&
        (namespace === undefined || service.site.namespace === undefined || service.site.namespace === namespace),
    );
  const shown = isOfApi ? 'default/kubernetes' : own;
  if (isGenerated) return { for: [shown], objects: [], when: 'later', certainty: 'certain' };
  // With nothing in sight, the object is somewhere else.
  const when = estate.objects.length === 0 ? 'replaced' : 'later';
  return { for: [shown], objects: [], when, certainty: 'likely' };
}

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
export function documentObjects({
  trees,
}: SearchedText): readonly { readonly kind: string; readonly mapping: Mapping; readonly tree: SearchedTree }[] {
  return trees.flatMap((tree) => (tree.outer ? [] : foreignObjects(tree).map((object) => ({ ...object, tree }))));
}

function servicesIn(texts: readonly SearchedText[], metadata: KustomizedMetadata): readonly EstateService[] {
  return texts.flatMap((text) =>
    documentObjects(text).flatMap(({ kind, mapping }) =>
      kind === 'Service' ? [serviceOf(text.uri, mapping, metadata)] : [],
    ),
  );
}

function serviceOf(uri: string, mapping: Mapping, metadata: KustomizedMetadata): EstateService {
  const spec = valueOf(mapping, 'spec');
  const selector = nestedValue(spec, ['selector']);
  return {
    site: siteOf(uri, mapping, metadata),
    name: writtenName(mapping) ?? '',
    labels: metadata.labelsIn(uri, nestedValue(mapping, ['metadata', 'labels'])),
    metadata: valueOf(mapping, 'metadata'),
    ports: portNames(spec),
    hasSelector:
      selector !== undefined &&
      (selector.kind !== 'mapping' || selector.entries.length > 0 || selector.isOpen) &&
      !isNothing(selector),
    isHeadless: textAt(mapping, 'spec', 'clusterIP') === 'None',
  };
}

function isNothing(value: Value): boolean {
  return value.kind === 'scalar' && (value.value === null || value.value === '');
}

/** The name, or the text of a template. */
function writtenName(mapping: Mapping): string | undefined {
  return textAt(mapping, 'metadata', 'name');
}

function portNames(spec: Value | undefined): ReadonlySet<string> | undefined {
  const ports = spec?.kind === 'mapping' ? itemsAt(spec, 'ports') : undefined;
  const names = ports?.map((port) => {
    const name = nestedValue(port, ['name']);
    return name || port.kind !== 'mapping' || port.isOpen ? stringOf(name) : '';
  });
  return names?.every((name) => name !== undefined) ? new Set(names) : undefined;
}

/** Of several Services of a name, the nearest ones count. Without one, the labels of the Endpoints probably are its. */
function servedObjects(
  texts: readonly SearchedText[],
  objects: readonly ReadObject[],
  services: readonly EstateService[],
  metadata: KustomizedMetadata,
): readonly ServedObjects[] {
  const byName = groupBy(services, ({ name }) => name);
  const own = objects.flatMap((object): readonly ServedObjects[] => {
    const site = { uri: object.uri, namespace: isWrittenName(object.namespace) ? object.namespace : undefined };
    const endpoints = endpointsAt(texts, object);
    const near = (byName.get(object.name) ?? []).filter(
      (service) =>
        !service.hasSelector &&
        inSameNamespace(site, service.site) !== 'no' &&
        !areVariants(object.uri, service.site.uri),
    );
    const distanceOf = ({ site: { uri } }: EstateService): number =>
      uri === object.uri ? 0 : isBeside({ uri }, object) ? 1 : 2;
    const nearest = Math.min(...near.map(distanceOf));
    const found = near.filter((service) => distanceOf(service) === nearest);
    if (found.length === 0)
      return [
        { service: assumedService(object, site, endpoints, metadata), objects: [object], hasService: false, endpoints },
      ];
    return found.map((service) => ({
      service: { ...service, site: { ...site, namespace: site.namespace ?? service.site.namespace } },
      objects: [object],
      hasService: true,
      endpoints,
    }));
  });
  const selecting = services.filter(({ hasSelector }) => hasSelector);
  return [...own, ...selecting.map((service) => ({ service, objects: [], hasService: true, endpoints: undefined }))];
}

function assumedService(
  { uri, name }: ReadObject,
  site: ObjectSite,
  endpoints: Mapping | undefined,
  metadata: KustomizedMetadata,
): EstateService {
  return {
    site,
    name,
    labels: metadata.labelsIn(uri, nestedValue(endpoints, ['metadata', 'labels'])),
    metadata: undefined,
    ports: undefined,
    hasSelector: false,
    isHeadless: false,
  };
}

function endpointsAt(texts: readonly SearchedText[], { uri, name }: ReadObject): Mapping | undefined {
  const text = texts.find((each) => each.uri === uri);
  const all = text ? documentObjects(text).filter(({ kind }) => kind === 'Endpoints') : [];
  const found =
    all.find(({ mapping }) => textAt(mapping, 'metadata', 'name') === name) ?? (all.length === 1 ? all[0] : undefined);
  return found?.mapping;
}
