/** Finds what sends traffic to a Service: Ingresses, routes, ServiceMonitors, and the place that was asked for. */
import { quote } from '../../text/quote.ts';
import { consumedPorts } from '../traffic/consumers/consume.ts';
import { consumerTitle, type Consumer } from '../traffic/consumers/consumer.ts';
import { consumerOf } from '../traffic/consumers/consumers.ts';
import { prometheus, prometheusEndpoints } from '../traffic/consumers/prometheus.ts';
import type { AddressFate } from '../traffic/fate.ts';
import type { OfferedPort, ServiceWorld } from '../traffic/model.ts';
import { identityOf } from '../traffic/names.ts';
import { portKey } from '../traffic/port-answers.ts';
import type { LocateField, TrafficQuery } from '../traffic/report.ts';
import { keys } from '../workspace/index-keys.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { isWithoutPort, mayTakeTarget, routesTo, type RouteTo } from '../workspace/sender-pairing.ts';
import { drawnPlace, flowFor, pictureBreak } from './breaks.ts';
import { idSource } from './ids.ts';
import { monitorsByService, type MonitorClient, type MonitorSources } from './monitor-clients.ts';
import type { Break, PictureClient, PicturePort, PortFlow } from './picture.ts';

/** Where clients are found. */
export interface ClientSources extends MonitorSources {
  readonly locate: LocateField;
  readonly query: TrafficQuery;
}

/** A Service port, and how it is drawn. */
export interface ClientPort {
  readonly port: OfferedPort;
  readonly drawn: PicturePort;
}

/** The clients of a Service; `id` is the start of their ids. The world is without the objects that the API server rejects. */
export type ClientsOf = (own: ServiceWorld, id: string, ports: readonly ClientPort[]) => readonly PictureClient[];

/** Monitors are found with the first Service. */
export function clientFinder(sources: ClientSources): ClientsOf {
  let monitors: ReturnType<typeof monitorsByService> | undefined;
  return (own, id, ports) => {
    const { entry } = own.service;
    const context: ClientContext = { own, ports, sources, answersOf: answersIn(own, sources.query) };
    monitors ??= monitorsByService(sources);
    const found = [
      ...askedPlace(context),
      ...routesTo(sources, entry).map((route) => routeClient(route, context)),
      ...(monitors.get(entry) ?? []).map((monitor) => monitorClient(monitor, context)),
    ];
    const take = idSource();
    return found.map((client) => ({ ...client, id: take(id, '/client/', client.kind, '/', client.name) }));
  };
}

interface ClientContext {
  readonly own: ServiceWorld;
  readonly ports: readonly ClientPort[];
  readonly sources: ClientSources;
  readonly answersOf: (consumer: Consumer) => ConsumerAnswers;
}

type Draft = Omit<PictureClient, 'id'>;

function routeClient({ entry, destinations, consumers }: RouteTo, context: ClientContext): Draft {
  const { own, ports, sources } = context;
  const { locate, at } = sources;
  const { service } = own.service.entry.facts;
  const [name, ...others] = consumers;
  const consumer = name === undefined || others.length > 0 ? undefined : consumerOf(name);
  const missing: Break[] = [];
  const edges = destinations.flatMap(({ port, portPath, isByClusterIp }) => {
    if (port !== undefined && service && isWithoutPort(port, { entry: own.service.entry, service }, { entry, at }))
      missing.push({
        code: 'unknown-port',
        rule: 'unknown-backend-port',
        message: `The Service has no port ${typeof port === 'number' ? port : quote(port)}, so this backend gets no traffic.`,
        ...drawnPlace({ entry, path: portPath }, locate),
      });
    const named = portsAt(port, ports, mayTakeTarget(entry, at));
    const flows = flowsAt(named, isByClusterIp ? undefined : consumer, context);
    return port === undefined && named.length > 1 ? flows.map(withoutPort) : flows;
  });
  const by = [...consumers].flatMap((each) => consumerOf(each) ?? []).map(programTitle);
  return objectClient(entry, { edges, missing, by: by.join(', ') }, context);
}

/** Which role its Prometheus has is not known: one reads slices, the other Endpoints. */
function monitorClient({ entry, ports: names, missing }: MonitorClient, context: ClientContext): Draft {
  const ports = context.ports.filter(({ port }) => names.includes(port.name));
  const [bySlices, byEndpoints] = [prometheus, prometheusEndpoints].map((role) => flowsAt(ports, role, context));
  const edges = (bySlices ?? []).map((edge, i): PortFlow => {
    const other = byEndpoints?.[i];
    if (!other || (edge.flow === 'used') === (other.flow === 'used')) return edge;
    const role = edge.flow === 'used' ? 'endpointslice' : 'endpoints';
    const message = `Only Prometheus with the role ${role} finds endpoints here.`;
    const { file, range } = other.why ?? edge.why ?? { file: null, range: null };
    return { port: edge.port, flow: 'unknown', why: { code: 'consumer', rule: null, message, file, range } };
  });
  return objectClient(entry, { edges, missing, by: programTitle(prometheus) }, context);
}

/** A port that is not written, or not known, of a Service with several. */
function withoutPort(flow: PortFlow): PortFlow {
  const why = {
    code: 'unknown-port',
    rule: null,
    message: 'Which port it means is not known.',
    file: null,
    range: null,
  };
  return { ...flow, flow: 'unknown', why };
}

interface FoundClient {
  readonly edges: readonly PortFlow[];
  readonly missing: readonly Break[];
  readonly by: string;
}

function objectClient(entry: IndexedObject, { edges, missing, by }: FoundClient, context: ClientContext): Draft {
  const { namespace, name } = identityOf(entry);
  const isNear = namespace === context.own.service.namespace;
  return {
    kind: entry.facts.kind,
    name: isNear ? name : `${namespace}/${name}`,
    by,
    ports: [...new Map(edges.map((edge) => [edge.port, edge])).values()],
    missing,
    ...drawnPlace({ entry, path: ['metadata', 'name'] }, context.sources.locate),
  };
}

/** All ports for an undefined one. */
function portsAt(
  wanted: number | string | undefined,
  ports: readonly ClientPort[],
  isTargetToo = false,
): readonly ClientPort[] {
  if (wanted === undefined) return ports;
  const exact = ports.filter(({ port }) => port.number === wanted || port.name === wanted);
  if (exact.length > 0) return exact;
  const isMeant = ({ port }: ClientPort): boolean =>
    // The number of the port is not known.
    port.number === 0 || (isTargetToo && String(port.target) === String(wanted));
  return ports.filter(isMeant);
}

/** What the client meets: what its program makes of the endpoints, or else what becomes of the port. */
function flowsAt(
  ports: readonly ClientPort[],
  consumer: Consumer | undefined,
  context: ClientContext,
): readonly PortFlow[] {
  return ports.map((port) => (consumer ? consumedFlow(port, consumer, context) : portFlow(port)));
}

function portFlow({ drawn }: ClientPort): PortFlow {
  const { id, flow, note, file, range } = drawn;
  const why = note === '' || flow === 'used' ? null : { code: 'no-endpoint', rule: null, message: note, file, range };
  return { port: id, flow, why };
}

function consumedFlow(
  { port, drawn }: ClientPort,
  consumer: Consumer,
  { own, sources, answersOf }: ClientContext,
): PortFlow {
  const { id, file, range } = drawn;
  const { skip, answers } = answersOf(consumer);
  const who = programTitle(consumer);
  const broken = (message: string): PortFlow => {
    const why = { code: 'consumer', rule: null, message: `${who}: ${message}`, file, range };
    return { port: id, flow: 'broken', why };
  };
  if (skip !== undefined) return broken(skip);
  const answer = answers.get(portKey(port));
  if (answer?.isUsed) return { port: id, flow: 'used', why: null };
  const [fate] = answer?.fates ?? [];
  // It reads Endpoints, and there are only slices.
  if (!fate?.why) return drawn.flow === 'used' ? broken('It finds no endpoints.') : portFlow({ port, drawn });
  const why = pictureBreak(fate.why, { fate, port, service: own.service }, { locate: sources.locate, who });
  const flow = answer?.isCertain === true ? flowFor(fate.why, own.service, false) : 'unknown';
  return { port: id, flow, why: { ...why, message: `${who}: ${why.message}` } };
}

/** `Traefik 3.7.9`, without its role. */
function programTitle(consumer: Consumer): string {
  return consumerTitle(consumer).replace(/ \(.*/, '');
}

interface ConsumerAnswers {
  /** Why it serves nothing of the Service. */
  readonly skip: string | undefined;
  readonly answers: ReadonlyMap<string, ConsumerAnswer>;
}

interface ConsumerAnswer {
  readonly isUsed: boolean;
  readonly isCertain: boolean;
  /** Of what it does not use. */
  readonly fates: readonly AddressFate[];
}

/** Each consumer is asked once for the Service. */
function answersIn(own: ServiceWorld, { node, zone }: TrafficQuery): ClientContext['answersOf'] {
  const known = new Map<Consumer, ConsumerAnswers>();
  return (consumer) => {
    let answers = known.get(consumer);
    if (!answers) known.set(consumer, (answers = consumerAnswers(own, consumer, { node, zone: zone ?? null })));
    return answers;
  };
}

function consumerAnswers(
  own: ServiceWorld,
  consumer: Consumer,
  place: { readonly node: string; readonly zone: string | null },
): ConsumerAnswers {
  const answers = new Map<string, ConsumerAnswer>();
  for (const { port, all, unknown, written } of consumedPorts(own, consumer, { ...place, family: 'IPv4' })) {
    const before = answers.get(portKey(port));
    answers.set(portKey(port), {
      isUsed: all.length > 0 || before?.isUsed === true,
      isCertain: unknown.length === 0 && before?.isCertain !== false,
      fates: [...(before?.fates ?? []), ...written.filter(({ why }) => why)],
    });
  }
  return { skip: consumer.skips(own.service)?.words, answers };
}

/** The place that was asked for is a client too. */
function askedPlace({ ports, sources: { query } }: ClientContext): readonly Draft[] {
  const { node, zone, consumer } = query;
  const where = [node && `on node ${node}`, zone && `in zone ${zone}`].filter(Boolean).join(', ');
  if (where === '' && !consumer) return [];
  const kind = consumer ? consumerTitle(consumer) : 'Pod';
  return [{ kind, name: where, by: '', ports: ports.map(portFlow), missing: [], file: null, range: null }];
}

/** Sentences on the Services that the objects name and that are in none of the files; at most `mostMissing`. */
export function missingServices(
  senders: Iterable<IndexedObject>,
  { at, locate }: Pick<ClientSources, 'at' | 'locate'>,
): readonly string[] {
  const all: string[] = [];
  for (const entry of senders) {
    const { kind, sender } = entry.facts;
    const [identity, ...others] = entry.identities;
    if (!sender || !identity?.isCertain || others.length > 0) continue;
    for (const destination of sender.destinations) {
      const namespace = destination.namespace || identity.namespace;
      const isNamed = ['Service', 'ServicePatch'].some(
        (each) => at(keys.named(each, namespace, destination.service)).length > 0,
      );
      if (isNamed || namespace.startsWith('?')) continue;
      const { file, range } = drawnPlace({ entry, path: destination.path }, locate);
      const place = file === null ? '' : ` (${file}${range ? `:${range[0]}` : ''})`;
      const { namespace: own, name } = identityOf(entry);
      const message = `The ${kind} ${own}/${name} names the Service ${namespace}/${destination.service}, which is in none of the files${place}.`;
      if (!all.includes(message)) all.push(message);
    }
  }
  if (all.length <= mostMissing) return all;
  return [
    ...all.slice(0, mostMissing),
    `${all.length - mostMissing} other references name Services that are in none of the files.`,
  ];
}

const mostMissing = 20;
