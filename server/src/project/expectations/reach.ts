/** Which addresses of a Service port clients reach from a viewpoint, through kube-proxy or another consumer. */
import { consumedPorts } from '../../analysis/traffic/consumers/consume.ts';
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import { consumerOf } from '../../analysis/traffic/consumers/consumers.ts';
import type { OfferedPort, ServiceWorld, TrafficWorld } from '../../analysis/traffic/model.ts';
import { listFor } from '../../analysis/traffic/policies.ts';
import { hostOf, proxiedPorts, type ProxiedPort } from '../../analysis/traffic/proxy.ts';
import { zoneOf } from '../../analysis/traffic/report.ts';
import type { TrafficExpectation } from './expectation.ts';

/** The part of an expectation that says who asks for what. */
export type ReachQuery = Pick<TrafficExpectation, 'port' | 'node' | 'zone' | 'family' | 'isOutside' | 'consumer'>;

/** A Service port for one IP family, or for both where a consumer reads both. */
export interface ReachedPort {
  readonly proxied: ProxiedPort;
  /** Sorted. */
  readonly addresses: readonly string[];
  /** The program that reads the Service. */
  readonly who: string;
}

/** Empty where the Service has no such port, or the consumer skips the Service. */
export function reachedPorts(
  owner: ServiceWorld,
  { node, zone, family, isOutside, consumer: name, port: asked }: ReachQuery,
  { nodes }: Pick<TrafficWorld, 'nodes'>,
): readonly ReachedPort[] {
  const at = { node, zone: zone === undefined ? zoneOf({ nodes }, node) : zone };
  const consumer = consumerOf(name);
  if (consumer)
    return consumedPorts(owner, consumer, { ...at, family: family ?? 'IPv4' })
      .filter(({ port }) => isAsked(port, asked))
      .map((proxied) => ({
        proxied,
        addresses: proxied.all.filter((each) => family === undefined || each.startsWith('[') === (family === 'IPv6')),
        who: consumer.title,
      }));
  const families = family ? [family] : owner.service.families;
  return families
    .flatMap((each) => proxiedPorts(owner, { ...at, family: each }))
    .filter(({ port }) => isAsked(port, asked))
    .map((proxied) => ({ proxied, addresses: listFor(proxied, isOutside ? 'outside' : 'inside'), who: kubeProxy }));
}

/** Without a protocol, a name or number stands for the ports of all protocols. */
export function isAsked({ name, number, protocol }: OfferedPort, asked: string): boolean {
  const [text = '', of] = asked.split('/');
  return (text === '' || text === name || text === String(number)) && (of === undefined || of === protocol);
}

/** True where the expected address is this one. Without a port it stands for the address with any port. */
export function isMeant(address: string, expected: string): boolean {
  const hasPort = /^(?:\[[^\]]*\]|[^:]*):\d+$/.test(expected);
  return address === expected || (!hasPort && hostOf(address) === hostOf(expected));
}
