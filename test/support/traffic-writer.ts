/** Writes random clusters as plain manifests that an API server of 1.36 accepts: Services, slices, Endpoints, Nodes, and a viewpoint. */
import { list, pick, randomFrom, rarely, type Random } from './random.ts';
import {
  labels,
  namespace,
  nodes,
  portNames,
  protocol,
  shuffled,
  sometimes,
  type Style,
} from './traffic-writer-parts.ts';
import { writeEndpoints, writeSlice } from './traffic-writer-endpoints.ts';
import type { Family, OtherManifest, ServiceManifest, TrafficManifest, Viewpoint } from './traffic-objects.ts';

export interface Cluster {
  readonly objects: readonly TrafficManifest[];
  readonly viewpoint: Viewpoint;
}

export function writeCluster(seed: number): Cluster {
  const random = randomFrom(seed);
  const mayBeClaimed = rarely(random, 8);
  const [node, zone] = pick(random, nodes);
  const style: Style = {
    node,
    hints: pick(random, ['none', 'none', 'none', 'zones', 'zones', 'nodes', 'both', 'mixed']),
    hasOneNumberPerName: mayBeClaimed || !rarely(random, 4),
    mayBeClaimed,
  };
  const services = distinct(
    Array.from({ length: pick(random, [1, 1, 2, 2, 3, 4]) }, (_, i) => writeService(random, i)),
  );
  const slices = Array.from({ length: pick(random, [0, 1, 2, 3, 4, 5]) }, (_, i) =>
    writeSlice(random, i, services, style),
  );
  const endpoints = distinct(list(random, 2, () => writeEndpoints(random, services, style)));
  const ipFamily: Family = rarely(random, 4) ? 'IPv6' : 'IPv4';
  return {
    objects: shuffled(random, [...services, ...slices, ...endpoints, ...writeOthers(random)]),
    viewpoint: { node: rarely(random, 20) ? 'worker-9' : node, zone, ipFamily },
  };
}

function writeOthers(random: Random): readonly OtherManifest[] {
  const written = nodes.map(([name, zone]): OtherManifest => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: zone === null ? {} : { 'topology.kubernetes.io/zone': zone } },
  }));
  const space: OtherManifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  return [...(rarely(random, 3) ? written : []), ...(rarely(random, 3) ? [space] : [])];
}

function distinct<T extends { readonly metadata: ServiceManifest['metadata'] }>(objects: readonly T[]): T[] {
  const key = ({ metadata }: T): string => `${metadata.namespace ?? 'default'}/${metadata.name}`;
  return [...new Map(objects.map((object) => [key(object), object])).values()];
}

type Spec = ServiceManifest['spec'];

function writeService(random: Random, i: number): ServiceManifest {
  const kind = pick(random, ['ClusterIP', 'ClusterIP', 'ClusterIP', 'ClusterIP', 'NodePort', 'NodePort', 'LoadBalancer', 'LoadBalancer', 'LoadBalancer', 'headless', 'ExternalName'] as const); // prettier-ignore
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: pick(random, ['web', 'web', 'api', 'dns']),
      ...namespace(random),
      ...labels(random, [
        ['service.kubernetes.io/service-proxy-name', 15, ['', 'other']],
        ['service.kubernetes.io/headless', 12, ['', 'false']],
        ['team', 6, ['a']],
      ]),
    },
    ...(kind === 'ExternalName'
      ? { spec: { type: kind, externalName: 'db.example.com', ...sometimes(random, 2, () => ports(random, i, false)) } }
      : backed(random, i, kind)),
  };
}

function backed(
  random: Random,
  i: number,
  kind: 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'headless',
): Pick<ServiceManifest, 'spec' | 'status'> {
  const isPublic = kind === 'NodePort' || kind === 'LoadBalancer';
  const external = kind === 'headless' ? {} : sometimes(random, 7, () => pick<Spec>(random, [{ externalIPs: ['192.0.2.7'] }, { externalIPs: ['2001:db8:ff::7'] }, { externalIPs: ['192.0.2.7', '2001:db8:ff::7'] }])); // prettier-ignore
  const mayBeLocal = isPublic || 'externalIPs' in external;
  const balancer =
    kind === 'LoadBalancer' ? sometimes(random, 2, () => ({ allocateLoadBalancerNodePorts: false })) : {};
  return {
    spec: {
      ...(isPublic || rarely(random, 4) ? { type: kind === 'headless' ? 'ClusterIP' : kind } : {}),
      ...(kind === 'headless' ? headlessIps(random) : families(random, i)),
      ...pick<Spec>(random, [{}, {}, {}, {}, {}, { selector: { app: 'web' } }, { selector: {} }]),
      ...external,
      ...balancer,
      ...sometimes(random, 5, () => pick<Spec>(random, [{ internalTrafficPolicy: 'Local' }, { internalTrafficPolicy: 'Local' }, { internalTrafficPolicy: 'Cluster' }])), // prettier-ignore
      ...(mayBeLocal ? sometimes(random, 2, () => pick<Spec>(random, [{ externalTrafficPolicy: 'Local' }, { externalTrafficPolicy: 'Local' }, { externalTrafficPolicy: 'Cluster' }])) : {}), // prettier-ignore
      ...sometimes(random, 8, () => ({ publishNotReadyAddresses: true })),
      ...sometimes(random, 8, () => pick<Spec>(random, [{ trafficDistribution: 'PreferSameZone' }, { trafficDistribution: 'PreferSameNode' }])), // prettier-ignore
      ...ports(random, i, isPublic && (kind === 'NodePort' || rarely(random, 4))),
    },
    ...(kind === 'LoadBalancer'
      ? sometimes(random, 2, () => ({ status: { loadBalancer: { ingress: ingress(random) } } }))
      : {}),
  };
}

function ingress(
  random: Random,
): NonNullable<NonNullable<NonNullable<ServiceManifest['status']>['loadBalancer']>['ingress']> {
  return [0, ...list(random, 1, () => 0)].map(() =>
    pick(random, [
      { ip: '192.0.2.10' },
      { ip: '192.0.2.11', ipMode: 'VIP' },
      { ip: '192.0.2.12', ipMode: 'Proxy' },
      { ip: '2001:db8:ff::1' },
      { ip: '2001:db8:ff::2', ipMode: 'Proxy' },
      { hostname: 'lb.example.com' },
    ]),
  );
}

function headlessIps(random: Random): Spec {
  return { clusterIP: 'None', ...sometimes(random, 3, () => ({ clusterIPs: ['None'] })), ...sometimes(random, 4, () => ({ ipFamilies: ['IPv4'] as const, ipFamilyPolicy: 'SingleStack' as const })) }; // prettier-ignore
}

/** The cluster IPs, which are different for every `i`, and the families that go with them. */
function families(random: Random, i: number): Spec {
  const four = `10.96.0.${10 + i}`;
  const six = `fd00:10:96::${10 + i}`;
  return pick<Spec>(random, [
    {},
    {},
    {},
    {},
    { clusterIP: four },
    { clusterIP: six },
    { clusterIP: six, ipFamilyPolicy: 'PreferDualStack' },
    { clusterIP: four, clusterIPs: [four, six], ipFamilyPolicy: 'RequireDualStack' },
    { clusterIP: six, clusterIPs: [six, four], ipFamilies: ['IPv6', 'IPv4'], ipFamilyPolicy: 'PreferDualStack' },
    { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
    { ipFamilies: ['IPv6'] },
    { ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
    { ipFamilies: ['IPv6'], ipFamilyPolicy: 'RequireDualStack' },
    { ipFamilies: ['IPv6', 'IPv4'], ipFamilyPolicy: 'RequireDualStack' },
    { ipFamilyPolicy: 'PreferDualStack' },
    { ipFamilyPolicy: 'PreferDualStack' },
  ]);
}

function ports(random: Random, i: number, hasNodePorts: boolean): Pick<Spec, 'ports'> {
  const names = shuffled(random, portNames).slice(0, pick(random, [1, 1, 2, 3]));
  const isUnnamed = names.length === 1 && rarely(random, 4);
  return {
    ports: names.map((name, at) => ({
      ...(isUnnamed ? pick(random, [{}, { name: '' }]) : { name }),
      port: [80, 443, 53, 9000][portNames.indexOf(name)] ?? 80,
      ...protocol(random),
      ...sometimes(random, 3, () => ({ targetPort: pick(random, [8080, 'http', 9999]) })),
      ...(hasNodePorts ? sometimes(random, 2, () => ({ nodePort: 30_000 + i * 10 + at })) : {}),
    })),
  };
}
