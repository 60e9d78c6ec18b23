/**
 * Finds monitors of the Prometheus Operator and of VictoriaMetrics that discover targets by Endpoints, and the Prometheus
 * objects that decide so. The default of both operators is Endpoints.
 */
import { memo } from '../../text/memo.ts';
import { stringOf, valueOf, type Scalar } from '../../tree/value.ts';
import { discoveryFix, labelEdits, labelsBelow } from '../discovery-fix.ts';
import { everything, generated, reachOf, type Estate } from '../estate.ts';
import { inheritance, monitorReach, type Inheritance, type MonitorReach } from '../monitor-reach.ts';
import { monitorsIn, type Monitor } from '../monitors.ts';
import { operatedPrometheuses, roleIn, type DiscoveryRole, type OperatedPrometheus } from '../operated-prometheus.ts';
import type { ReaderKind } from '../catalogue.ts';
import type { FoundReader, Reach, ReaderFix } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';
import { isSharedElsewhere } from '../shared-anchors.ts';
import { addEntry, replaceScalar } from '../tree-fixes.ts';
import { writesControlPlane } from '../helm-values.ts';
import { labelReader, lossOf } from './prometheus.ts';

/** The readers of all texts, because monitors and Prometheus objects decide together. */
export function monitorReaders({ uri }: SearchedText, estate: Estate): readonly FoundReader[] {
  return allReaders(estate).get(uri) ?? [];
}

const allReaders = memo((estate: Estate): ReadonlyMap<string, readonly FoundReader[]> => {
  const { texts, metadata } = estate;
  const prometheuses = operatedPrometheuses(texts, metadata);
  const isEnforced = texts.some(({ text }) => enforced.test(text));
  const readings = texts
    .flatMap((text) => monitorsIn(text, estate))
    .flatMap((monitor) => readingOf(monitor, { estate, prometheuses, isEnforced }) ?? []);
  const found = new Map<string, FoundReader[]>();
  const add = (uri: string, more: readonly FoundReader[]): void => {
    const known = found.get(uri);
    if (known) known.push(...more);
    else found.set(uri, [...more]);
  };
  for (const reading of readings) add(reading.monitor.site.uri, readersOf(reading, estate));
  for (const each of prometheuses) add(each.site.uri, prometheusReader(each, readings));
  return found;
});

/** With this variable the VictoriaMetrics operator prefers slices. */
const enforced = /VM_VMSERVICESCRAPEDEFAULT_ENFORCEENDPOINTSLICES\W+(?:value\W+)?true/;

interface MonitorReading extends MonitorReach {
  readonly monitor: Monitor;
  readonly role: DiscoveryRole;
  readonly inherited: Inheritance;
}

interface MonitorSearch {
  readonly estate: Estate;
  readonly prometheuses: readonly OperatedPrometheus[];
  readonly isEnforced: boolean;
}

/** Undefined for a monitor of slices, and for one whose Services are not in sight. */
function readingOf(monitor: Monitor, { estate, prometheuses, isEnforced }: MonitorSearch): MonitorReading | undefined {
  const role = roleIn(monitor.spec, roleFields[monitor.kind]);
  const reached = monitorReach(monitor, estate);
  const found = reached ?? (estate.objects.length === 0 && role === 'endpoints' ? unseen(monitor, estate) : undefined);
  if (role === 'slices')
    return leftOvers(monitor, estate)
      ? { monitor, role, inherited: written, ...(found ?? unseen(monitor, estate)) }
      : undefined;
  if (!found) return undefined;
  if (monitor.kind === 'VMServiceScrape') {
    const isSure = role === 'endpoints' || estate.versions.of('victoriaMetricsOperator').length > 0;
    return role === 'default' && isEnforced
      ? undefined
      : { monitor, role, inherited: { isSure, readers: [] }, ...found };
  }
  const inherited = role === 'endpoints' ? written : inheritance(monitor, prometheuses);
  return inherited && { monitor, role, inherited, ...found };
}

const written: Inheritance = { isSure: true, readers: [] };

function unseen({ site }: Monitor, estate: Estate): MonitorReach {
  return { reach: everything(estate, site.uri, 'likely'), doubt: undefined };
}

function leftOvers({ tree, spec }: Monitor, _estate: Estate): boolean {
  return labelsBelow(tree, spec).length > 0;
}

const roleFields = { ServiceMonitor: 'serviceDiscoveryRole', VMServiceScrape: 'discoveryRole' } as const;

function readersOf(reading: MonitorReading, estate: Estate): readonly FoundReader[] {
  const { monitor, role, inherited } = reading;
  const { tree, spec, title } = monitor;
  const labels = labelsBelow(tree, spec);
  const fix = fixOf(reading, estate);
  const change = fix ? 'rewrite' : 'person';
  const reach: Reach = inherited.isSure ? reading.reach : { ...reading.reach, certainty: 'likely' };
  const rules = labels.map((label) => labelReader(label, { reach, fix, change }));
  if (role === 'slices')
    return rules.map((each) => ({
      ...each,
      message: `${title} discovers targets by EndpointSlice, where these labels are always empty. ${each.message}`,
    }));
  const field = valueOf(spec, roleFields[monitor.kind]);
  const span = role === 'endpoints' && field ? tree.place(field.span) : monitor.span;
  const message = `${title} ${howOf(reading)}${lossOf(reach)}${doubtOf(reading)}. ${adviceOf(reading, estate)}`;
  return [{ ...reach, span, kind: kindOf(reading), change, message, fix }, ...rules];
}

function kindOf({ monitor, role }: MonitorReading): ReaderKind {
  if (monitor.kind === 'VMServiceScrape') return role === 'endpoints' ? 'vm-role' : 'vm-default';
  return role === 'endpoints' ? 'prom-operator-role' : 'monitor-inherits';
}

function howOf({ monitor, role, inherited: { readers } }: MonitorReading): string {
  if (role === 'endpoints') return 'discovers targets by Endpoints';
  const [reader] = readers;
  const how =
    monitor.kind === 'VMServiceScrape'
      ? "the operator's default"
      : reader
        ? `the role of ${reader.title.replace(/^This/, 'this')}`
        : "the operator's default";
  return `has no ${roleFields[monitor.kind]} and discovers targets by Endpoints, ${how}`;
}

function doubtOf({ doubt, inherited, monitor }: MonitorReading): string {
  if (doubt !== undefined) return `: ${doubt}`;
  if (inherited.isSure) return '';
  return monitor.kind === 'VMServiceScrape'
    ? ': the operator is not in sight'
    : ': no Prometheus in sight certainly selects it';
}

function adviceOf({ monitor, role }: MonitorReading, { versions }: Estate): string {
  const field = roleFields[monitor.kind];
  if (monitor.kind === 'VMServiceScrape') {
    const word = vmRole(versions);
    return word === undefined
      ? `Which VictoriaMetrics operator version do you run? Set ${field} to endpointslice since 0.67, before that to endpointslices.`
      : `Set ${field} to ${word}.`;
  }
  const isSince = versions.isSince('prometheusOperator', [0, 86]);
  const labels = ', with the labels of slices in its relabelings';
  if (isSince === true || role === 'endpoints') return `Set ${field} to EndpointSlice${labels}.`;
  if (isSince === false)
    return `The operator in sight ignores ${field} in monitors before 0.86. Update it, or set the role in the Prometheus object.`;
  return `Which Prometheus Operator version do you run? Since 0.86, set ${field} to EndpointSlice in its spec; an older one drops the field silently.`;
}

/** Undefined where the version of the operator is not in sight. */
function vmRole(versions: Estate['versions']): string | undefined {
  const isSince = versions.isSince('victoriaMetricsOperator', [0, 67]);
  return isSince === undefined ? undefined : isSince ? 'endpointslice' : 'endpointslices';
}

/** Undefined for a change that a person makes. */
function fixOf({ monitor, role }: MonitorReading, estate: Estate): ReaderFix | undefined {
  const { text, tree, spec, title, kind } = monitor;
  if (text.isTemplate || spec.isOpen || !tree.isExact || isSharedElsewhere(tree, spec.span)) return undefined;
  const labels = labelEdits(labelsBelow(tree, spec), estate);
  const name = `Discover the targets of ${title} by EndpointSlice`;
  if (role === 'slices') return discoveryFix(`Use the labels of slices in ${title}`, [], labels);
  const word = kind === 'VMServiceScrape' ? vmRole(estate.versions) : 'EndpointSlice';
  const value = valueOf(spec, roleFields[kind]);
  if (word === undefined) return undefined;
  if (role === 'endpoints') return discoveryFix(name, replaceScalarIn(tree, value, word), labels);
  const isKnown = kind === 'VMServiceScrape' || estate.versions.isSince('prometheusOperator', [0, 86]) === true;
  if (role !== 'default' || !isKnown || value) return undefined;
  return discoveryFix(name, addEntry(tree, spec, roleFields[kind], word), labels);
}

function replaceScalarIn(tree: Monitor['tree'], value: ReturnType<typeof valueOf>, word: string) {
  return value?.kind === 'scalar' && stringOf(value) !== undefined
    ? replaceScalar(tree, value satisfies Scalar, word)
    : undefined;
}

/** All monitors that have no role change with it, so it is for a person. */
function prometheusReader(prometheus: OperatedPrometheus, readings: readonly MonitorReading[]): readonly FoundReader[] {
  const { role, title, span, values } = prometheus;
  if (role !== 'default' && role !== 'endpoints') return [];
  const own = readings.filter(({ inherited }) => inherited.readers.includes(prometheus));
  const hit = own.filter(({ reach }) => reach.when === 'replaced');
  const sure = hit.filter(({ doubt }) => doubt === undefined);
  const objects = [...new Set((sure.length > 0 ? sure : hit).flatMap(({ reach }) => reach.objects))];
  const made = generated();
  const isWriting = values !== undefined && writesControlPlane(values);
  const reach: Reach =
    objects.length > 0
      ? reachOf(objects, sure.length > 0 ? 'certain' : 'likely')
      : { ...made, for: [...(isWriting ? ['kube-system/*'] : []), ...made.for] };
  const how =
    role === 'default' ? 'has no serviceDiscoveryRole, which means Endpoints' : 'discovers targets by Endpoints';
  return [
    {
      ...reach,
      span,
      kind: role === 'default' ? 'prom-operator-default' : 'prom-operator-role',
      change: 'person',
      message: `${title} ${how}${lossOf(reach)}. Set it to EndpointSlice: that changes all of its monitors, so change RBAC rules and labels first, or set the role in single monitors.`,
    },
  ];
}
