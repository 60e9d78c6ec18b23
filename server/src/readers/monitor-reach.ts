/** Ties monitors to the objects of the Services that they select, and to the Prometheus objects that select them. */
import { areVariants } from '../analysis/workspace/variants.ts';
import { groupBy } from '../text/group.ts';
import { memoBy } from '../text/memo.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Value } from '../tree/value.ts';
import {
  generated,
  inSameNamespace,
  isBeside,
  reachOf,
  type Estate,
  type ObjectSite,
  type ServedObjects,
} from './estate.ts';
import { itemsAt, textAt, textsAt } from './foreign-objects.ts';
import { allOf, matchSelector, type Match } from './label-selectors.ts';
import type { Monitor } from './monitors.ts';
import type { OperatedPrometheus } from './operated-prometheus.ts';
import type { Reach } from './reader.ts';

/** The objects of a monitor, and why it is not certain that it reads them; undefined for a monitor of no Service in sight. */
export interface MonitorReach {
  readonly reach: Reach;
  readonly doubt: string | undefined;
}

/** Hand-written objects that it certainly selects, otherwise those that it may select, otherwise Services with selectors. */
export function monitorReach(monitor: Monitor, { served }: Pick<Estate, 'served'>): MonitorReach | undefined {
  const matches = mayServe(monitor, served).map((each) => ({ each, match: matchServed(monitor, each) }));
  const objects = (wanted: Match, hasService: boolean) => [
    ...new Set(
      matches.flatMap(({ each, match }) => (match === wanted && each.hasService === hasService ? each.objects : [])),
    ),
  ];
  const sure = objects('yes', true);
  if (sure.length > 0) return { reach: reachOf(sure), doubt: undefined };
  const [isMade, mayBeMade] = (['yes', 'unknown'] as const).map((wanted) =>
    matches.some(({ each, match }) => match === wanted && each.service.hasSelector),
  );
  const assumed = objects('yes', false);
  if (assumed.length > 0) return { reach: reachOf(assumed, 'likely'), doubt: 'its Service is not in sight' };
  if (isMade) return { reach: generated(), doubt: undefined };
  const unsure = objects('unknown', true);
  const doubt = 'its selector or namespace is not known';
  if (unsure.length > 0) return { reach: reachOf(unsure, 'likely'), doubt };
  return mayBeMade ? { reach: generated('likely'), doubt } : undefined;
}

/** By a label that a selector names: the Services with the value, and those whose value is not known. */
const servedByLabel = memoBy((served: readonly ServedObjects[], name: string) =>
  groupBy(
    served.map((each, order) => ({ each, order })),
    ({ each }) => each.service.labels(name),
  ),
);

/** The Services that a monitor may select, without a comparison with each of them. */
function mayServe({ spec }: Monitor, served: readonly ServedObjects[]): readonly ServedObjects[] {
  const wanted = nestedValue(spec, ['selector', 'matchLabels']);
  const label =
    wanted?.kind === 'mapping'
      ? wanted.entries.find(({ value, isOpaqueKey }) => !isOpaqueKey && stringOf(value) !== undefined)
      : undefined;
  if (!label) return served;
  const groups = servedByLabel(served, label.name);
  const found = [...(groups.get(stringOf(label.value)) ?? []), ...(groups.get(undefined) ?? [])];
  return found.sort((a, b) => a.order - b.order).map(({ each }) => each);
}

function matchServed({ site, spec }: Monitor, served: ServedObjects): Match {
  const { service } = served;
  if (areVariants(site.uri, service.site.uri) || !hasPort(spec, served)) return 'no';
  const labels = matchSelector(valueOf(spec, 'selector'), service.labels);
  const namespaces = matchNamespace(valueOf(spec, 'namespaceSelector'), site, service.site);
  const isBlind = labels === 'unknown' && namespaces === 'unknown';
  // With nothing known about either, only objects of the same folder are probably meant.
  return isBlind && !isBeside(site, service.site) ? 'no' : allOf([labels, namespaces]);
}

/** False if the monitor names only ports that the Service does not have. */
function hasPort(spec: Mapping, { service: { ports } }: ServedObjects): boolean {
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

/** What a monitor without a role inherits. */
export interface Inheritance {
  /** Whether a Prometheus without slices certainly reads the monitor. */
  readonly isSure: boolean;
  readonly readers: readonly OperatedPrometheus[];
}

/** Undefined if every Prometheus that may select the monitor reads slices. */
export function inheritance(
  { labels, site }: Monitor,
  prometheuses: readonly OperatedPrometheus[],
): Inheritance | undefined {
  const matches = prometheuses.map((each) => ({ each, match: each.selects({ ...site, labels }) }));
  const selecting = matches.filter(({ match }) => match !== 'no');
  const relevant = selecting.length > 0 ? selecting : matches;
  if (relevant.length > 0 && relevant.every(({ each }) => each.role === 'slices')) return undefined;
  const readers = selecting.filter(({ each }) => each.role !== 'slices').map(({ each }) => each);
  const isSure = readers.some(({ role }) => role === 'default' || role === 'endpoints');
  return { isSure, readers };
}
