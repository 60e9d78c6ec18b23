/** Finds what sends traffic to a Service: Ingresses, routes, ServiceMonitors, and the place that was asked for. */
import { quote } from '../../text/quote.ts';
import type { Path } from '../../tree/path.ts';
import { consumedPorts } from '../traffic/consumers/consume.ts';
import { consumerTitle, type Consumer } from '../traffic/consumers/consumer.ts';
import { consumerOf } from '../traffic/consumers/consumers.ts';
import { prometheus, prometheusEndpoints } from '../traffic/consumers/prometheus.ts';
import type { AddressFate } from '../traffic/fate.ts';
import type { OfferedPort, ServiceWorld } from '../traffic/model.ts';
import { identityOf } from '../traffic/names.ts';
import { portKey } from '../traffic/port-answers.ts';
import type { TrafficQuery } from '../traffic/report.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { isWithoutPort, mayTakeTarget, routesTo, type RouteTo } from '../workspace/sender-pairing.ts';
import { drawnPlace, flowFor, pictureBreak } from './breaks.ts';
import { idSource } from './ids.ts';
import { monitorsByService, type MonitorClient, type MonitorSources } from './monitor-clients.ts';
import type { Break, PictureClient, PicturePort, PortFlow } from './picture.ts';
import { reportedRule } from './reported-rules.ts';

/** Where clients are found. */
export interface ClientSources extends MonitorSources {
  readonly query: TrafficQuery;
}

/** A Service port, and how it is drawn. */
export interface ClientPort {
  readonly port: OfferedPort;
  readonly drawn: PicturePort;
}

/** A field of a client that means the Service. */
export interface ClientReference {
  readonly path: Path;
  /** Empty where it is not known which port it means, and where it means none. */
  readonly ports: readonly PortFlow[];
  /** Why it leads nowhere; undefined for most. */
  readonly missing: Break | undefined;
}

/** An object that sends traffic to the Service. */
export interface FoundClient {
  readonly entry: IndexedObject;
  /** As in `PictureClient`. */
  readonly by: string;
  readonly references: readonly ClientReference[];
}

/** The objects that certainly send traffic to the Service: routes by file, then monitors. */
export type FindClients = (own: ServiceWorld, ports: readonly ClientPort[]) => readonly FoundClient[];

/** The clients of a Service; `id` is the start of their ids. The world is without the objects that the API server rejects. */
export type ClientsOf = (own: ServiceWorld, id: string, ports: readonly ClientPort[]) => readonly PictureClient[];

/** Monitors are found with the first Service. */
export function clientObjects(sources: ClientSources): FindClients {
  let monitors: ReturnType<typeof monitorsByService> | undefined;
  return (own, ports) => {
    const { entry } = own.service;
    const context: ClientContext = { own, ports, sources, answersOf: answersIn(own, sources.query) };
    monitors ??= monitorsByService(sources);
    return [
      ...routesTo(sources, entry).map((route) => routeClient(route, context)),
      ...(monitors.get(entry) ?? []).map((monitor) => monitorClient(monitor, context)),
    ];
  };
}

/** The same as parts of a picture, after the place that was asked for. */
export function clientFinder(sources: ClientSources): ClientsOf {
  const find = clientObjects(sources);
  return (own, id, ports) => {
    const found = [
      ...askedPlace(ports, sources.query),
      ...find(own, ports).map((client) => objectClient(client, own, sources)),
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

function routeClient({ entry, destinations, consumers }: RouteTo, context: ClientContext): FoundClient {
  const { own, ports, sources } = context;
  const { locate, findingsOf, at } = sources;
  const { service } = own.service.entry.facts;
  const [name, ...others] = consumers;
  const consumer = name === undefined || others.length > 0 ? undefined : consumerOf(name);
  const references = destinations.map(({ port, path, portPath, isByClusterIp }): ClientReference => {
    const isMissing =
      port !== undefined && service && isWithoutPort(port, { entry: own.service.entry, service }, { entry, at });
    const missing: Break | undefined = isMissing
      ? {
          code: 'unknown-port',
          rule: reportedRule('unknown-port', [{ entry, path: portPath }], findingsOf),
          message: `The Service has no port ${typeof port === 'number' ? port : quote(port)}, so this backend gets no traffic.`,
          ...drawnPlace({ entry, path: portPath }, locate),
        }
      : undefined;
    const named = portsAt(port, ports, mayTakeTarget(entry, at));
    const flows = flowsAt(named, isByClusterIp ? undefined : consumer, context);
    return port === undefined
      ? { path, ports: named.length > 1 ? flows.map(withoutPort) : flows, missing }
      : { path: portPath, ports: flows, missing };
  });
  const by = [...consumers].flatMap((each) => consumerOf(each) ?? []).map(programTitle);
  return { entry, by: by.join(', '), references };
}

function monitorClient({ entry, references }: MonitorClient, context: ClientContext): FoundClient {
  return {
    entry,
    by: programTitle(prometheus),
    references: references.map(({ path, port, missing }) => ({ path, ports: monitorFlows(port, context), missing })),
  };
}

/** Which role its Prometheus has is not known: one reads slices, the other Endpoints. */
function monitorFlows(name: string | undefined, context: ClientContext): readonly PortFlow[] {
  const ports = context.ports.filter(({ port }) => port.name === name);
  const [bySlices, byEndpoints] = [prometheus, prometheusEndpoints].map((role) => flowsAt(ports, role, context));
  return (bySlices ?? []).map((edge, i): PortFlow => {
    const other = byEndpoints?.[i];
    if (!other || (edge.flow === 'used') === (other.flow === 'used')) return edge;
    const role = edge.flow === 'used' ? 'endpointslice' : 'endpoints';
    const message = `Only Prometheus with the role ${role} finds endpoints here.`;
    const { file, range } = other.why ?? edge.why ?? { file: null, range: null };
    return { port: edge.port, flow: 'unknown', why: { code: 'consumer', rule: null, message, file, range } };
  });
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

function objectClient({ entry, by, references }: FoundClient, own: ServiceWorld, { locate }: ClientSources): Draft {
  const { namespace, name } = identityOf(entry);
  const edges = references.flatMap(({ ports }) => ports);
  return {
    kind: entry.facts.kind,
    name: namespace === own.service.namespace ? name : `${namespace}/${name}`,
    by,
    ports: [...new Map(edges.map((edge) => [edge.port, edge])).values()],
    missing: references.flatMap(({ missing }) => missing ?? []),
    ...drawnPlace({ entry, path: ['metadata', 'name'] }, locate),
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
  const why = pictureBreak(fate.why, { fate, port, service: own.service }, { ...sources, who });
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
function askedPlace(ports: readonly ClientPort[], { node, zone, consumer }: TrafficQuery): readonly Draft[] {
  const where = [node && `on node ${node}`, zone && `in zone ${zone}`].filter(Boolean).join(', ');
  if (where === '' && !consumer) return [];
  const kind = consumer ? consumerTitle(consumer) : 'Pod';
  return [{ kind, name: where, by: '', ports: ports.map(portFlow), missing: [], file: null, range: null }];
}
