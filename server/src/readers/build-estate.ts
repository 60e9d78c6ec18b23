/** Makes the estate of a search: each part of it is found when a search asks for it. */
import { areVariants } from '../analysis/workspace/variants.ts';
import type { Platform } from '../contract/platform.ts';
import { groupBy } from '../text/group.ts';
import { memo } from '../text/memo.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Value } from '../tree/value.ts';
import {
  documentObjects,
  inSameNamespace,
  isBeside,
  isWrittenName,
  siteOf,
  type Estate,
  type EstateService,
  type ObjectSite,
  type ServedObjects,
} from './estate.ts';
import { itemsAt, textAt } from './foreign-objects.ts';
import { kustomizedMetadata, type KustomizedMetadata } from './kustomized-metadata.ts';
import { platformVersions, type PlatformVersions } from './platform.ts';
import type { ReadObject } from './reader.ts';
import type { SearchedText } from './searched-text.ts';

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

function servicesIn(texts: readonly SearchedText[], metadata: KustomizedMetadata): readonly EstateService[] {
  const holders = texts.filter(({ text }) => text.includes('Service'));
  return holders.flatMap((text) =>
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
  const byUri = new Map(texts.map((text) => [text.uri, text]));
  const own = objects.flatMap((object): readonly ServedObjects[] => {
    const site = { uri: object.uri, namespace: isWrittenName(object.namespace) ? object.namespace : undefined };
    const text = byUri.get(object.uri);
    const endpoints = text && endpointsAt(text, object.name);
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

const endpointsByName = memo((text: SearchedText) =>
  groupBy(
    documentObjects(text).flatMap(({ kind, mapping }) => (kind === 'Endpoints' ? [mapping] : [])),
    (mapping) => textAt(mapping, 'metadata', 'name'),
  ),
);

/** The one of the name, or the only one. */
function endpointsAt(text: SearchedText, name: string): Mapping | undefined {
  const groups = endpointsByName(text);
  const [named] = groups.get(name) ?? [];
  const [only, ...others] = [...groups.values()];
  return named ?? (others.length === 0 && only?.length === 1 ? only[0] : undefined);
}
