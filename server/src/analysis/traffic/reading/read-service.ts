/** Reads a Service for the simulation of traffic, with the defaults that the API server writes when it creates one. */
import { canonicalIp, familyOfIp, parseIp, type IpFamily } from '../../../contract/ip.ts';
import { memo } from '../../../text/memo.ts';
import type { Facts } from '../../facts/facts.ts';
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import { At, JsonReading } from './json-reading.ts';
import { identityOf } from '../names.ts';
import type { OfferedPort, TrafficService } from '../model.ts';

/** Undefined for an object that is no Service, or that is not sent. */
export const readService = memo((entry: IndexedObject): TrafficService | undefined => {
  const { sent, service } = entry.facts;
  return sent && service ? read(entry, sent) : undefined;
});

function read(entry: IndexedObject, { config, isWhole }: NonNullable<Facts['sent']>): TrafficService {
  const reading = new JsonReading(entry, isWhole);
  const root = new At(config);
  const metadata = reading.member(root, 'metadata');
  const spec = reading.member(root, 'spec');
  const text = (name: string): string => reading.text(spec, name) ?? '';
  const type = typeOf(reading.knownText(spec, 'type'));
  const clusterIps = clusterIpsOf(reading, spec);
  const hasSelector = reading.texts(reading.member(spec, 'selector')).size > 0;
  const isHeadless = clusterIps[0] === 'None';
  const externalIps = ipsIn(reading.items(reading.member(spec, 'externalIPs')).map((ip) => reading.text(ip) ?? ''));
  const mayBeLocal = type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && externalIps.length > 0);
  const allocates = reading.flag(spec, 'allocateLoadBalancerNodePorts') ?? true;
  const opens = type === 'NodePort' || (type === 'LoadBalancer' && allocates);
  const written = reading.items(reading.member(spec, 'ipFamilies')).map((family) => reading.knownText(family) ?? '');
  const policy = reading.knownText(spec, 'ipFamilyPolicy') ?? '';
  const isBoth = policy === '' ? isHeadless && !hasSelector : policy !== 'SingleStack';
  return {
    entry,
    ...identityOf(entry),
    labels: reading.texts(reading.member(metadata, 'labels')),
    annotations: reading.texts(reading.member(metadata, 'annotations')),
    type,
    hasSelector,
    isHeadless,
    clusterIps: ipsIn(clusterIps),
    families: type === 'ExternalName' ? [] : familiesOf(written, clusterIps, isBoth),
    ports: reading.items(reading.member(spec, 'ports')).map((port) => readPort(reading, port, opens)),
    internalPolicy: text('internalTrafficPolicy') === 'Local' ? 'Local' : 'Cluster',
    externalPolicy: text('externalTrafficPolicy') === 'Local' && mayBeLocal ? 'Local' : 'Cluster',
    externalIps: [...externalIps, ...loadBalancerIpsOf(reading, root)],
    externalName: text('externalName'),
    publishesNotReady: reading.flag(spec, 'publishNotReadyAddresses') ?? false,
    distribution: text('trafficDistribution'),
    unknown: reading.unknown,
  };
}

function typeOf(text: string | undefined): TrafficService['type'] {
  return text === 'NodePort' || text === 'LoadBalancer' || text === 'ExternalName' ? text : 'ClusterIP';
}

/** As written, each once; `None` for a headless Service. */
function clusterIpsOf(reading: JsonReading, spec: At): readonly string[] {
  const one = reading.text(spec, 'clusterIP');
  const several = reading.items(reading.member(spec, 'clusterIPs')).map((ip) => reading.text(ip) ?? '');
  return [...new Set([...(one ? [one] : []), ...several])];
}

function ipsIn(texts: readonly string[]): readonly string[] {
  const canonical = texts.flatMap((text) => {
    const ip = parseIp(text);
    return ip ? [canonicalIp(ip)] : [];
  });
  return [...new Set(canonical)];
}

/** An absent family is that of the cluster IP, or else IPv4. */
function familiesOf(written: readonly string[], clusterIps: readonly string[], isBoth: boolean): readonly IpFamily[] {
  const named = written.filter((family) => family === 'IPv4' || family === 'IPv6');
  const families = named.length > 0 ? named : clusterIps.flatMap(familyOf);
  const first = families[0] ?? 'IPv4';
  return isBoth ? [first, first === 'IPv4' ? 'IPv6' : 'IPv4'] : [...new Set(families.length > 0 ? families : [first])];
}

export function familyOf(text: string): IpFamily[] {
  const ip = parseIp(text);
  return ip ? [familyOfIp(ip)] : [];
}

function readPort(reading: JsonReading, port: At, opens: boolean): OfferedPort {
  const nodePort = reading.number(port, 'nodePort') ?? 0;
  return {
    name: reading.text(port, 'name') ?? '',
    protocol: reading.text(port, 'protocol') || 'TCP',
    number: reading.number(port, 'port') ?? 0,
    target: reading.number(port, 'targetPort') ?? reading.text(port, 'targetPort'),
    appProtocol: reading.text(port, 'appProtocol') ?? '',
    hasNodePort: opens || nodePort > 0,
    ...(nodePort > 0 ? { nodePort } : {}),
    path: port.path,
  };
}

/** Those that kube-proxy serves itself: with `ipMode: VIP`, the default. */
function loadBalancerIpsOf(reading: JsonReading, root: At): readonly string[] {
  const ingress = reading.member(reading.member(reading.member(root, 'status'), 'loadBalancer'), 'ingress');
  return ipsIn(
    reading
      .items(ingress)
      .filter((each) => (reading.text(each, 'ipMode') ?? 'VIP') === 'VIP')
      .map((each) => reading.text(each, 'ip') ?? ''),
  );
}
