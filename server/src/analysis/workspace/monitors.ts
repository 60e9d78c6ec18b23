/** Finds what a ServiceMonitor of the Prometheus operator selects: Services by their labels, and the names of their ports. */
import { isObject, memberOf, type JsonObject } from '../apply/json-value.ts';
import type { RelatedObjects } from './file-around.ts';
import { isSame, type IndexedObject } from './indexed-object.ts';
import { keys } from './index-keys.ts';
import { collect, mayMeet, slicesOf } from './relations.ts';
import type { PairedService } from './slice-pairing.ts';
import { isNull, nestedValue, stringOf, valueOf, type Mapping } from '../../tree/value.ts';

type Around = Pick<RelatedObjects, 'entry' | 'at' | 'areAlternatives'>;

/** In a namespace with more Services, no labels are compared. */
const mostServices = 300;

export interface Selection {
  /** Those that have the labels. */
  readonly services: readonly PairedService[];
  /** All Services of the namespaces that the labels were compared with. */
  readonly candidates: readonly IndexedObject[];
  readonly namespaces: readonly string[];
}

/** Undefined where a label or a namespace is not known. */
export function selectedServices(properties: Mapping, around: Around): Selection | undefined {
  const labels = labelsIn(properties);
  const namespaces = namespacesIn(properties, around.entry);
  if (!labels || !namespaces || namespaces.some((each) => each.startsWith('?'))) return undefined;
  const candidates = collect(namespaces, (namespace) => around.at(keys.within('Service', namespace)));
  if (candidates.length > mostServices) return undefined;
  const services: PairedService[] = [];
  for (const entry of candidates) {
    const own = labelsOf(entry, around);
    if (!own) return undefined;
    const { service } = entry.facts;
    const isSelected = [...labels].every(([name, value]) => memberOf(own, name) === value);
    if (isSelected && service && mayMeet(around, entry)) services.push({ entry, service });
  }
  return { services, candidates, namespaces };
}

/** Undefined for a selector that is not only labels, or not known. */
function labelsIn(properties: Mapping): ReadonlyMap<string, string> | undefined {
  const selector = nestedValue(properties, ['spec', 'selector']);
  if (selector?.kind !== 'mapping' || selector.isOpen || valueOf(selector, 'matchExpressions')) return undefined;
  const labels = valueOf(selector, 'matchLabels');
  if (labels?.kind !== 'mapping' || labels.isOpen) return undefined;
  const pairs = labels.entries.map(({ name, value }) => [name, stringOf(value)] as const);
  return pairs.every((pair): pair is readonly [string, string] => pair[1] !== undefined) ? new Map(pairs) : undefined;
}

/** Its own namespace by default; undefined for all namespaces. */
function namespacesIn(properties: Mapping, { identities }: IndexedObject): readonly string[] | undefined {
  if (!identities.every(({ isCertain, isClosed }) => isCertain && isClosed)) return undefined;
  const selector = nestedValue(properties, ['spec', 'namespaceSelector']);
  if (!selector || isNull(selector)) return identities.map(({ namespace }) => namespace);
  if (selector.kind !== 'mapping' || selector.isOpen || valueOf(selector, 'any')) return undefined;
  const names = valueOf(selector, 'matchNames');
  if (!names) return selector.entries.length === 0 ? identities.map(({ namespace }) => namespace) : undefined;
  if (names.kind !== 'sequence' || names.isOpen) return undefined;
  const all = names.items.map(stringOf);
  return all.every((each) => each !== undefined) ? all : undefined;
}

/** Undefined where a template, a kustomization or an expression decides on a label. */
function labelsOf(entry: IndexedObject, { at }: Around): JsonObject | undefined {
  const [identity] = entry.identities;
  if (!identity || !entry.identities.every(({ isCertain, isLabeled }) => isCertain && !isLabeled)) return undefined;
  const sent = at(keys.applied('Service', identity.namespace, identity.name)).find((each) => isSame(each, entry))?.facts
    .sent;
  if (!sent?.isWhole) return undefined;
  const labels = memberOf(memberOf(sent.config, 'metadata'), 'labels') ?? {};
  return isObject(labels) ? labels : undefined;
}

/** The names of the ports that Prometheus finds behind the Service; undefined where one is not known. */
export function portNamesBehind(
  { entry, service }: PairedService,
  around: Pick<RelatedObjects, 'at'>,
): ReadonlySet<string> | undefined {
  const lists = [
    service,
    ...collect(entry.identities, ({ namespace, name }) => around.at(keys.named('Endpoints', namespace, name))).flatMap(
      ({ facts }) => facts.endpoints ?? [],
    ),
    ...slicesOf({ entry, at: around.at }).flatMap(({ facts }) => facts.slice ?? []),
  ];
  if (!lists.every(({ hasAllPorts }) => hasAllPorts)) return undefined;
  return new Set(lists.flatMap(({ ports }) => ports.map(({ name }) => name)));
}
