/** Where the connections to a Service port go in each of two states of the files, from one viewpoint. */
import type { IpFamily } from '../../contract/ip.ts';
import { servedPorts } from './consumers/consume.ts';
import type { Consumer } from './consumers/consumer.ts';
import type { OfferedPort, ServiceWorld, TrafficNode, TrafficService } from './model.ts';
import { listFor, type TrafficSide } from './policies.ts';
import type { ProxiedPort } from './proxy.ts';
import { zoneAt, type AskedViewpoint } from './viewpoints.ts';

export interface ChangeQuery {
  /** Undefined for all families of the Service. */
  readonly family: IpFamily | undefined;
  readonly consumer: Consumer | undefined;
  /** Undefined for all viewpoints. */
  readonly viewpoint: AskedViewpoint | undefined;
}

export interface StatePair {
  readonly before: ServiceWorld | undefined;
  readonly after: ServiceWorld | undefined;
}

export interface StateQuery extends ChangeQuery {
  readonly viewpoints: readonly AskedViewpoint[];
  readonly nodes: Readonly<Record<keyof StatePair, ReadonlyMap<string, TrafficNode>>>;
}

export interface ComparedPort {
  readonly pair: StatePair;
  readonly service: TrafficService;
  readonly port: OfferedPort;
  readonly family: IpFamily | null;
  readonly asked: StateQuery;
}

export function portKey({ name, protocol }: Pick<OfferedPort, 'name' | 'protocol'>): string {
  return `${protocol} ${name}`;
}

/** Undefined where the port is not served. */
export function answerIn(
  { pair, port, family, asked }: ComparedPort,
  state: keyof StatePair,
  point: AskedViewpoint,
): ProxiedPort | undefined {
  const world = pair[state];
  if (!world) return undefined;
  const { consumer } = asked;
  const viewpoint = { node: point.node, zone: zoneAt(point, world, asked.nodes[state]), family: family ?? 'IPv4' };
  return servedPorts(world, consumer, viewpoint).find((each) => portKey(each.port) === portKey(port));
}

export function isKnownAnswer(port: ProxiedPort | undefined): boolean {
  return !port || (port.unknown.length === 0 && !port.isByChance);
}

/** True for a Service whose slices the control plane makes. */
export function isOfPods(world: ServiceWorld | undefined): boolean {
  return world?.service.hasSelector === true;
}

/** Empty where the port is not served, or not reachable from that side. */
export function addressesFrom(
  port: ProxiedPort | undefined,
  side: TrafficSide,
  { asked }: Pick<ComparedPort, 'asked'>,
): readonly string[] {
  if (!port) return [];
  return asked.consumer ? port.all : listFor(port, side);
}
