/**
 * Finds monitors of the Prometheus Operator and of VictoriaMetrics that discover converted objects through Endpoints,
 * and the Prometheus objects that decide so. Their default is Endpoints.
 */
import { areVariants } from '../../analysis/workspace/variants.ts';
import type { Tree } from '../../frontends/trees.ts';
import { counted, listed, quote } from '../../text/quote.ts';
import { groupBy } from '../../text/group.ts';
import { valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { fullName } from '../report/outcome-counts.ts';
import type { ConvertedObjects, FindReferences, FoundReference, NamedText } from './converted-objects.ts';
import {
  inSameNamespace,
  isBeside,
  servedIndex,
  servedObjects,
  type ObjectSite,
  type ServedObject,
} from './converted-services.ts';
import { itemsAt, textAt, textsAt } from '../../readers/foreign-objects.ts';
import { kustomizedLabels } from './kustomize-labels.ts';
import { allOf, matchSelector, type Match } from '../../readers/label-selectors.ts';
import { mayHoldMonitor, monitorsIn, type Monitor } from './monitors.ts';
import { operatedPrometheuses, roleIn, type DiscoveryRole, type OperatedPrometheus } from './operator-roles.ts';
import type { ConversionOutcome } from '../outcome.ts';

/** `texts` contains the Services, the monitors and the Prometheus objects. */
export function monitorReferences(texts: readonly NamedText[]): FindReferences {
  let found: ReadonlyMap<string, readonly FoundReference[]> | undefined;
  return ({ uri }, moved) => {
    if (moved.to.kind !== 'EndpointSlice') return [];
    found ??= allReferences(texts, moved);
    return found.get(uri) ?? [];
  };
}

/** The fields with the discovery role, and their values for slices. */
const fields = {
  ServiceMonitor: { name: 'serviceDiscoveryRole', slices: 'EndpointSlice', since: 'Prometheus Operator 0.86' },
  VMServiceScrape: { name: 'discoveryRole', slices: 'endpointslice', since: 'VictoriaMetrics operator 0.67' },
} as const;

/** With this variable the VictoriaMetrics operator prefers slices. */
const enforced = /VM_VMSERVICESCRAPEDEFAULT_ENFORCEENDPOINTSLICES\W+(?:value\W+)?true/;

function allReferences(
  texts: readonly NamedText[],
  moved: ConvertedObjects,
): ReadonlyMap<string, readonly FoundReference[]> {
  if (!texts.some(mayHoldMonitor)) return new Map();
  const labelsIn = kustomizedLabels(texts);
  const monitors = texts.flatMap((text) => monitorsIn(text, labelsIn));
  if (monitors.length === 0) return new Map();
  const reached = servedIndex(servedObjects(texts, moved, labelsIn));
  const platform: Platform = {
    prometheuses: operatedPrometheuses(texts),
    isEnforced: texts.some(({ text }) => enforced.test(text)),
  };
  const readings = monitors.flatMap((monitor) => readingsOf(monitor, reached, platform));
  const found = [
    ...readings.map((reading) => [reading.monitor.site.uri, monitorReference(reading)] as const),
    ...platform.prometheuses.flatMap((each) => prometheusReference(each, readings)),
  ];
  return new Map([...groupBy(found, ([uri]) => uri)].map(([uri, all]) => [uri, all.map(([, each]) => each)]));
}

interface Platform {
  readonly prometheuses: readonly OperatedPrometheus[];
  readonly isEnforced: boolean;
}

/** A monitor that reads converted objects. */
interface MonitorReading {
  readonly monitor: Monitor;
  readonly role: DiscoveryRole;
  readonly objects: readonly ConversionOutcome[];
  /** Why it is not certain that the monitor reads the objects through Endpoints; undefined if it is. */
  readonly doubt: string | undefined;
  /** The Prometheus objects that select the monitor, or may, and do not read slices. */
  readonly readers: readonly OperatedPrometheus[];
}

/** One for the objects that the monitor certainly selects, and one for those that it may select. */
function readingsOf(
  monitor: Monitor,
  reached: (selector: Value | undefined) => readonly ServedObject[],
  platform: Platform,
): readonly MonitorReading[] {
  const { spec } = monitor;
  const role = roleIn(spec, fields[monitor.kind].name);
  const inherited = role === 'slices' ? undefined : inheritance(monitor, role, platform);
  if (inherited === undefined) return [];
  const matches = reached(valueOf(spec, 'selector')).map((object) => ({
    match: matchObject(monitor, object),
    object,
  }));
  const reading = (wanted: Match, hasService: boolean, doubt: string | undefined): readonly MonitorReading[] => {
    const found = matches.filter(({ match, object }) => match === wanted && object.hasService === hasService);
    const objects = [...new Set(found.map(({ object }) => object.outcome))];
    return objects.length === 0 ? [] : [{ monitor, role, objects, doubt, readers: inherited.readers }];
  };
  return [
    ...reading('yes', true, inherited.doubt),
    ...reading('yes', false, 'the Service is not in sight'),
    ...reading('unknown', true, 'its selector or namespace is not known statically'),
  ];
}

/** Undefined if every Prometheus in sight reads slices. */
function inheritance(
  { kind, labels, site }: Monitor,
  role: DiscoveryRole,
  { prometheuses, isEnforced }: Platform,
): Pick<MonitorReading, 'doubt' | 'readers'> | undefined {
  if (role === 'endpoints') return { doubt: undefined, readers: [] };
  if (role === 'unknown') return { doubt: 'its discovery role comes from a template', readers: [] };
  if (kind === 'VMServiceScrape') {
    return isEnforced ? undefined : { doubt: 'the settings of its operator are not in sight', readers: [] };
  }
  const matches = prometheuses.map((each) => ({ each, match: each.selects({ ...site, labels }) }));
  const selecting = matches.filter(({ match }) => match !== 'no');
  const relevant = selecting.length > 0 ? selecting : matches;
  if (relevant.length > 0 && relevant.every(({ each }) => each.role === 'slices')) return undefined;
  const readers = selecting.filter(({ each }) => each.role !== 'slices').map(({ each }) => each);
  const isSure = selecting.some(
    ({ each, match }) => match === 'yes' && (each.role === 'default' || each.role === 'endpoints'),
  );
  return { doubt: isSure ? undefined : 'no Prometheus in sight certainly selects it', readers };
}

function matchObject({ site, spec }: Monitor, object: ServedObject): Match {
  if (areVariants(site.uri, object.site.uri) || !hasPort(spec, object)) return 'no';
  const labels = matchSelector(valueOf(spec, 'selector'), object.labels);
  const namespaces = matchNamespace(valueOf(spec, 'namespaceSelector'), site, object.site);
  const isBlind = labels === 'unknown' && namespaces === 'unknown';
  // With nothing known about either, only objects of the same folder are probably meant.
  return isBlind && !isBeside(site, object.site) ? 'no' : allOf([labels, namespaces]);
}

/** False if the monitor names only ports that the Service does not have. */
function hasPort(spec: Mapping, { ports }: ServedObject): boolean {
  const endpoints = itemsAt(spec, 'endpoints');
  if (!endpoints || endpoints.length === 0 || !ports) return true;
  return endpoints.some((endpoint) => {
    const name = textAt(endpoint, 'port');
    return name === undefined || ports.has(name);
  });
}

/** Without a namespace selector, a monitor selects Services of its own namespace. */
function matchNamespace(selector: Value | undefined, own: ObjectSite, object: ObjectSite): Match {
  if (selector?.kind === 'opaque') return 'unknown';
  if (selector?.kind !== 'mapping') return inSameNamespace(own, object);
  const any = valueOf(selector, 'any');
  if (any?.kind === 'scalar' && any.value === true) return 'yes';
  if (any?.kind === 'opaque' || selector.isOpen) return 'unknown';
  const written = valueOf(selector, 'matchNames');
  const names = textsAt(selector, 'matchNames');
  if (!names)
    return written?.kind === 'sequence' || written?.kind === 'opaque' ? 'unknown' : inSameNamespace(own, object);
  if (names.length === 0) return inSameNamespace(own, object);
  if (object.namespace === undefined) return 'unknown';
  return names.includes(object.namespace) ? 'yes' : 'no';
}

function monitorReference({ monitor, role, objects, doubt }: MonitorReading): FoundReference {
  const { spec, title, tree } = monitor;
  const field = fields[monitor.kind];
  const written = valueOf(spec, field.name);
  const span = role === 'endpoints' && written ? tree.place(written.span) : monitor.span;
  const how = role === 'default' ? ', its default' : '';
  const effect =
    doubt === undefined
      ? `discovers targets by Endpoints${how}, so it loses ${namesOf(objects)}.`
      : `may discover targets by Endpoints${how}, and then loses ${namesOf(objects)}: ${doubt}.`;
  const labels = usesLabels(spec, tree) ? ', and the labels __meta_kubernetes_endpointslice_… in its relabelings' : '';
  const change = `Set ${quote(`${field.name}: ${field.slices}`)} in its spec (${field.since} or later)${labels}.`;
  return {
    span,
    message: `${title} ${effect} ${change}`,
    reading: { certainty: doubt === undefined ? 'certain' : 'likely', objects },
  };
}

function usesLabels({ span }: Mapping, { text }: Tree): boolean {
  return /__meta_kubernetes_endpoints?_/.test(text.slice(span.start, span.end));
}

/** A Prometheus with a written role is found by its role. */
function prometheusReference(
  prometheus: OperatedPrometheus,
  readings: readonly MonitorReading[],
): readonly (readonly [string, FoundReference])[] {
  if (prometheus.role !== 'default') return [];
  const own = readings.filter(({ readers }) => readers.includes(prometheus));
  const sure = own.filter(({ doubt }) => doubt === undefined);
  const certainty = sure.length > 0 ? 'certain' : 'likely';
  const objects = [...new Set((sure.length > 0 ? sure : own).flatMap((each) => each.objects))];
  if (objects.length === 0) return [];
  const loses = certainty === 'certain' ? 'so it loses' : 'and may lose';
  const message = `${prometheus.title} has no "serviceDiscoveryRole", which means Endpoints, ${loses} ${namesOf(objects)}. Set it to EndpointSlice, after the RBAC rules and relabelings allow it, or set it in the monitors.`;
  return [[prometheus.site.uri, { span: prometheus.span, message, reading: { certainty, objects } }]];
}

/** A message lists only a few objects. */
const mostNamed = 3;

function namesOf(objects: readonly ConversionOutcome[]): string {
  const left = objects.length - mostNamed;
  const shown = objects.slice(0, mostNamed).map(fullName);
  return listed([...shown, ...(left > 0 ? [counted(left, 'other')] : [])]);
}
