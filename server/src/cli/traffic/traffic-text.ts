/** Prints traffic as text: a table for each Service port, and then what kube-proxy does not read. */
import { hostOf } from '../../analysis/traffic/proxy.ts';
import pc from 'picocolors';
import type { Colors } from '../../reports/text-line.ts';
import { notLocalWords } from '../../analysis/traffic/reason-words.ts';
import type { TrafficService } from '../../analysis/traffic/model.ts';
import type { ReportedPort, ReportedService, TrafficPlace, UnknownValue } from '../../analysis/traffic/report.ts';
import { groupBy } from '../../text/group.ts';
import { counted, grouped, listed, withoutControls } from '../../text/quote.ts';
import { wrapped } from '../../text/wrap.ts';
import { addressRows, causeNotes } from './address-rows.ts';
import type { PortState, ServiceTraffic } from './service-traffic.ts';
import type { Stray } from '../../analysis/traffic/strays.ts';
import { lineWidth, mostListed, note, oneLine, rangeText, titleLines } from './text-parts.ts';
import { summaryText, type SummaryOptions } from './traffic-summary.ts';

export interface TrafficTextOptions extends SummaryOptions {
  /** The slices that are read without a Service. */
  readonly free: readonly Stray[];
  /** False for another consumer than kube-proxy. */
  readonly isProxy: boolean;
  readonly node: string;
  readonly placeOf: (world: ServiceTraffic['world']) => TrafficPlace;
  readonly isColored: boolean;
}

/** With more Services, those whose addresses are all used are only counted. */
const mostFine = 20;

export function trafficText(all: readonly ServiceTraffic[], options: TrafficTextOptions): string {
  const { strays, free, rejected, isColored } = options;
  const colors = pc.createColors(isColored);
  const shown = all.filter((each) => !isOfPods(each) && each.services.length > 0);
  const fine = shown.length > mostFine ? shown.filter(isFine) : [];
  const tables = shown.filter((each) => !fine.includes(each)).map((each) => serviceText(each, options, colors));
  const skipped = all.flatMap(({ world, services, skipped: [skip] }) =>
    skip && services.length === 0
      ? [{ kind: 'Service', namespace: skip.namespace, name: skip.name, why: skip.why, ...options.placeOf(world) }]
      : [],
  );
  const sections = [
    ...tables,
    reasonList('Skipped Services', skipped, colors),
    reasonList(
      'Read by nothing',
      strays.filter(({ certain }) => certain),
      colors,
    ),
    reasonList(
      'Perhaps read by nothing',
      strays.filter(({ certain }) => !certain),
      colors,
    ),
    reasonList('Read without a Service', free, colors),
    reasonList('Rejected by the API server, but counted above', rejected, colors),
    countLine(fine, 'Not shown: ', 'all of whose addresses get traffic. --format json has them.'),
    countLine(all.filter(isOfPods), '', 'whose endpoints come from Pods, which are not simulated.'),
    `${summaryText(all, options, { colors, width: lineWidth })}\n`,
  ];
  return sections.filter((text) => text !== '').join('\n');
}

/** True where the control plane makes all endpoints, from Pods. */
function isOfPods({ world: { service, slices, endpoints }, services }: ServiceTraffic): boolean {
  return services.length > 0 && service.hasSelector && slices.length + endpoints.length === 0;
}

function isFine({ services, states }: ServiceTraffic): boolean {
  const ports = services.flatMap((each) => each.ports);
  return (
    states.every((state) => state === 'served') && ports.every(({ endpoints }) => endpoints.every(({ used }) => used))
  );
}

function serviceText({ world, services, states }: ServiceTraffic, options: TrafficTextOptions, colors: Colors): string {
  const [first] = services;
  if (!first) return '';
  const build = first.build === null ? '' : `, built in ${first.build}`;
  const title = titleLines(
    `Service ${oneLine(`${first.namespace}/${first.name}`)}`,
    `(${rangeText(first)}${build})`,
    '',
  );
  const ports = states.flatMap((state, i) =>
    services.flatMap((service) =>
      portText(service, i, { state, isSingle: services.length === 1, world, ...options }, colors),
    ),
  );
  return `${title.map((line) => `${colors.bold(line)}\n`).join('')}${ports.join('')}`;
}

interface PortOptions extends Pick<TrafficTextOptions, 'node' | 'isProxy'>, Pick<ServiceTraffic, 'world'> {
  readonly state: PortState;
  /** False where the Service has another IP family. */
  readonly isSingle: boolean;
}

function portText(service: ReportedService, i: number, options: PortOptions, colors: Colors): readonly string[] {
  const found = service.ports[i];
  if (!found) return [];
  const reported = withoutShortCircuit(found, options.world.service);
  const endpoints = shownEndpoints(reported).filter(
    // The other family has its own table.
    ({ why }) => options.isSingle || why?.code !== 'family',
  );
  const port = { ...reported, endpoints };
  const name = port.name === '' ? '' : `${port.name} `;
  const family = options.isSingle ? '' : ` ${service.family}`;
  const head = withoutControls(`${name}${port.port || '?'}/${port.protocol}${family}:`);
  const status = statusOf(port, options);
  const color =
    port.all.length > 0 && options.state !== 'empty'
      ? colors.green
      : options.state === 'empty'
        ? colors.red
        : colors.yellow;
  const [start = '', ...rest] = wrapped(`${head} ${status}`, lineWidth - 4);
  return [
    `  ${head}${color(start.slice(head.length))}\n`,
    ...rest.map((line) => `    ${color(line)}\n`),
    ...addressRows(port, colors),
    ...causeNotes(port, options.node),
    ...unknownNotes(port.unknown),
    ...(!port.certain && port.unknown.length === 0 ? [chanceNote] : []),
  ];
}

const chanceNote = '    Endpoints of several slices have the same address, and their order is random.\n';

/** Codes of addresses that one object copies from another. */
const copies: ReadonlySet<string> = new Set(['unmirrored', 'overwritten', 'deleted']);

/** Without the copies of used addresses, as a dump of a cluster has them. */
function shownEndpoints({ endpoints }: ReportedPort): ReportedPort['endpoints'] {
  const used = new Set(endpoints.flatMap((each) => (each.used ? hostOf(each.address) : [])));
  return endpoints.filter(({ why, address }) => !why || !copies.has(why.code) || !used.has(hostOf(address)));
}

function statusOf(port: ReportedPort, options: PortOptions): string {
  const { all, any, endpoints, topology } = port;
  const { state, node, isProxy } = options;
  const refused = isProxy ? ', so connections are refused' : '';
  const unsure = port.certain ? '' : ' (not certain)';
  if (state === 'pods') return 'the endpoints come from Pods, which are not simulated';
  if (state === 'unwritten') return `no slice and no Endpoints${refused}`;
  if (all.length === 0) {
    if (any && node === '' && state === 'served')
      return `policy Local, so only from nodes with an endpoint (see --node)`;
    if (any) return `no endpoint is local${onNode(options)}, so packets are dropped${unsure}`;
    const isChosen = endpoints.length === 0 && state === 'served';
    return `${isChosen ? 'no address of this family' : 'no endpoint'}${refused}${unsure}`;
  }
  const written = new Set(endpoints.map(({ address }) => address)).size;
  const hints = topology === '' ? '' : `, by ${topology === 'PreferSameNode' ? 'node' : 'zone'} hints`;
  const noun = written === 1 ? 'address' : 'addresses';
  return `${grouped(all.length)} of ${grouped(written)} ${noun}${hints}${otherPolicyText(port, options)}${unsure}`;
}

/** What a policy Local does beside the other policy. */
function otherPolicyText({ usesLocal, usesCluster, local }: ReportedPort, options: PortOptions): string {
  if (!usesLocal || !usesCluster || local.length > 0) return '';
  const isInside = options.world.service.internalPolicy === 'Local';
  if (options.node === '' && options.state === 'served')
    return isInside
      ? '; from inside of the cluster, only from nodes with an endpoint'
      : '; from outside, only through nodes with an endpoint';
  const origin = isInside ? 'inside of the cluster' : 'outside';
  return `; none is local${onNode(options)}, so traffic from ${origin} is dropped`;
}

/** Where both policies are Local, only clients in the cluster that use an address for outside get the Cluster list. */
function withoutShortCircuit(port: ReportedPort, service: TrafficService): ReportedPort {
  const { local, usesCluster, usesLocal } = port;
  const areLocal = service.internalPolicy === 'Local' && service.externalPolicy === 'Local';
  if (!areLocal || !usesCluster || !usesLocal) return port;
  const why = { code: 'not-local', message: notLocalWords, file: null, range: null };
  const endpoints = port.endpoints.map((each) =>
    each.used && !local.includes(each.address) ? { ...each, used: false, why } : each,
  );
  return { ...port, usesCluster: false, all: local, endpoints };
}

function onNode({ node, state }: PortOptions): string {
  if (node !== '') return ` on node ${node}`;
  return state === 'empty' ? ' on any node' : '';
}

function unknownNotes(unknown: readonly UnknownValue[]): readonly string[] {
  const named = unknown.map((each) =>
    each.text === ''
      ? `fields that a template, a patch or count decides (${rangeText(each)})`
      : `${oneLine(each.text)} (${rangeText(each)})`,
  );
  const more = named.length > mostUnknown ? [`${grouped(named.length - mostUnknown)} more`] : [];
  if (named.length === 0) return [];
  return [note(`Not known: ${listed([...named.slice(0, mostUnknown), ...more])}.`)];
}

const mostUnknown = 3;

type Listed = Omit<Stray, 'kind' | 'certain'> & { readonly kind: string };

/** Objects by what is wrong with them. */
function reasonList(heading: string, all: readonly Listed[], colors: Colors): string {
  if (all.length === 0) return '';
  const groups = [...groupBy(all, ({ why }) => why)].map(([why, own]) => {
    const lines = own.slice(0, mostListed).map(({ kind, namespace, name, file, range }) => {
      const place = file === null ? '' : `(${rangeText({ file, range })})`;
      const title = titleLines(`${kind} ${oneLine(`${namespace}/${name}`)}`, place, ' '.repeat(4));
      return title.map((line) => `${line}\n`).join('');
    });
    const more = own.length > mostListed ? [`    and ${grouped(own.length - mostListed)} more\n`] : [];
    return [...wrapped(why, lineWidth - 2).map((line) => `  ${line}\n`), ...lines, ...more].join('');
  });
  return `${colors.bold(heading)}\n${groups.join('')}`;
}

/** Some are named. */
function countLine(all: readonly ServiceTraffic[], before: string, after: string): string {
  if (all.length === 0) return '';
  const names = all.slice(0, mostUnknown).map(({ world: { service } }) => `${service.namespace}/${service.name}`);
  const more = all.length > names.length ? [`${grouped(all.length - names.length)} more`] : [];
  const text = `${before}${counted(all.length, 'Service')} (${listed([...names, ...more])}) ${after}`;
  return `${wrapped(withoutControls(text), lineWidth).join('\n')}\n`;
}
