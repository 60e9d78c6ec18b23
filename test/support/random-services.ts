/** Makes random Services without a selector that every API server of the version accepts, as plain data. */
import { list, pick, rarely, type Random } from './random.ts';

export type Plain = Data | readonly Plain[] | string | number | boolean | null;

export interface Data {
  [name: string]: Plain;
}

export type ServiceType = 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';

/** The specification has at least two ports, unless the type is ExternalName. */
export function randomService(random: Random, type: ServiceType, minor: number): Data {
  const some = <T>(name: string, values: readonly T[]): Record<string, T> =>
    rarely(random, 2) ? { [name]: pick(random, values) } : {};
  const isHeadless = type === 'ClusterIP' && rarely(random, 3);
  const isPublic = type === 'NodePort' || type === 'LoadBalancer';
  const ports =
    type === 'ExternalName' ? [] : [...list(random, 3, () => 0), 0, 0].map((_, i) => port(random, i, isPublic));
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: pick(random, ['orders-db', 'a', 'x'.repeat(63)]), ...some('namespace', ['shop']) },
    spec: {
      ...(type === 'ClusterIP' && rarely(random, 2) ? {} : { type }),
      ...(ports.length > 0 ? { ports } : {}),
      ...(type === 'ExternalName'
        ? { externalName: pick(random, ['db.example.com', 'db.example.com.', '10.0.0.1']) }
        : {}),
      ...(type === 'ExternalName' ? {} : addresses(random, isHeadless, minor)),
      ...some('selector', [null, {}]),
      ...some('sessionAffinity', ['None', 'ClientIP', '']),
      ...some('sessionAffinityConfig', [{ clientIP: { timeoutSeconds: pick(random, [1, 86400]) } }]),
      ...some('publishNotReadyAddresses', [true, false]),
      ...some('externalIPs', [[], ['192.0.2.7', '2001:db8::7']]),
      ...(minor >= 22 ? some('internalTrafficPolicy', ['Cluster', 'Local']) : {}),
      ...(minor >= 34 ? some('trafficDistribution', ['PreferClose', 'PreferSameZone', 'PreferSameNode']) : {}),
      ...(isPublic ? some('externalTrafficPolicy', ['Cluster', 'Local']) : {}),
      ...(type === 'LoadBalancer' ? loadBalancer(random, minor) : {}),
    },
    ...some('status', [{}, { loadBalancer: { ingress: [{ ip: '192.0.2.8' }] } }]),
  };
}

function port(random: Random, i: number, isPublic: boolean): Data {
  return {
    name: `port-${i}`,
    port: i + 1 + 100 * random(600),
    ...(rarely(random, 2) ? { protocol: pick(random, ['TCP', 'UDP', 'SCTP', '']) } : {}),
    ...(rarely(random, 2) ? { targetPort: pick<string | number>(random, ['http', 'a-b-1', '', 0, 8080]) } : {}),
    ...(rarely(random, 2) ? { appProtocol: pick(random, ['https', 'example.com/x']) } : {}),
    ...(rarely(random, 2) ? { nodePort: isPublic ? 30_000 + i : 0 } : {}),
  };
}

function addresses(random: Random, isHeadless: boolean, minor: number): Data {
  if (isHeadless) return { clusterIP: 'None', ...(rarely(random, 2) ? { clusterIPs: ['None'] } : {}) };
  if (minor < 21) return rarely(random, 2) ? { clusterIP: '10.96.0.7' } : {};
  return pick<Data>(random, [
    {},
    { clusterIP: '' },
    { clusterIP: '10.96.0.7' },
    { clusterIP: 'fd00:96::7', clusterIPs: ['fd00:96::7'], ipFamilies: ['IPv6'] },
    { ipFamilyPolicy: 'PreferDualStack', clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.7', 'fd00:96::7'] },
    { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv6', 'IPv4'] },
    { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4'] },
  ]);
}

function loadBalancer(random: Random, minor: number): Data {
  return {
    ...(rarely(random, 2) ? { loadBalancerSourceRanges: ['192.0.2.0/24', ' 2001:db8::/32 ', '0.0.0.0/0'] } : {}),
    ...(rarely(random, 2) ? { loadBalancerIP: 'x' } : {}),
    ...(minor >= 22 && rarely(random, 2) ? { loadBalancerClass: 'example.com/internal-vip' } : {}),
    ...(minor >= 22 && rarely(random, 2) ? { allocateLoadBalancerNodePorts: false } : {}),
  };
}
