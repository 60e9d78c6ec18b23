/**
 * What must hold for the traffic of any cluster, whoever computes it: the model of kube-proxy or the library. A property
 * changes the objects in a way that must not change the lists, or looks at the lists alone.
 */
import { strict as assert } from 'node:assert';
import { pick, rarely, type Random } from './random.ts';
import { withNulls } from './traffic-nulls.ts';
import { shuffled } from './traffic-writer-parts.ts';
import type { Cluster } from './traffic-writer.ts';
import type {
  EndpointsManifest,
  ListedAddress,
  ServiceManifest,
  SliceManifest,
  Subset,
  TrafficManifest,
  Viewpoint,
} from './traffic-objects.ts';

/** A Service port and the endpoints that it uses, `service` as `namespace/name`. */
export interface PortTraffic {
  readonly service: string;
  readonly port: string;
  readonly protocol: string;
  readonly cluster: readonly string[];
  readonly local: readonly string[];
  readonly all: readonly string[];
  readonly any: boolean;
  readonly usesCluster: boolean;
  readonly usesLocal: boolean;
  readonly topology: string;
  /** False where Go's map order decides. */
  readonly certain: boolean;
}

/** The Service ports in a fixed order. */
export type Traffic = readonly PortTraffic[];

export type TrafficOf = (objects: readonly TrafficManifest[], viewpoint: Viewpoint) => Traffic;

/** Checks all properties on this cluster, and returns the names of those that had something to check. */
export function checkProperties(
  traffic: TrafficOf,
  { objects, viewpoint }: Cluster,
  random: Random,
): readonly string[] {
  const before = traffic(objects, viewpoint);
  for (const port of before) checkLists(port, viewpoint);
  return Object.entries(changes).flatMap(([name, change]) => {
    const changed = change(objects, before, random);
    if (!changed) return [];
    const after = traffic(changed, viewpoint);
    const services = new Set(before.map(({ service }) => service));
    const ports = after.filter(({ service }) => services.has(service));
    assert.equal(ports.length, before.length, name);
    for (const [i, port] of ports.entries()) {
      const old = before[i];
      if (!old?.certain || !port.certain) assert.ok(name in keepsLists || old?.certain === port.certain, name);
      else assert.deepEqual(name in keepsLists ? lists(port) : port, name in keepsLists ? lists(old) : old, name);
    }
    return [name];
  });
}

function lists({ service, port, protocol, cluster, local, all, topology }: PortTraffic): unknown {
  return { service, port, protocol, cluster, local, all, topology };
}

function checkLists(port: PortTraffic, { ipFamily }: Viewpoint): void {
  const { cluster, local, all, any, usesCluster, usesLocal, topology } = port;
  for (const list of [cluster, local, all]) {
    assert.deepEqual(list, [...new Set(list)].sort());
    for (const address of list) assert.equal(address.startsWith('['), ipFamily === 'IPv6');
  }
  assert.deepEqual(all, [...new Set([...cluster, ...local])].sort());
  assert.ok(usesCluster || usesLocal);
  if (!usesCluster) assert.deepEqual([cluster, topology], [[], '']);
  if (!usesLocal) assert.deepEqual(local, []);
  if (all.length > 0) assert.ok(any);
  // The fallback and hints never empty the list of the Cluster policy.
  if (any && usesCluster) assert.ok(cluster.length > 0);
}

type Change = (
  objects: readonly TrafficManifest[],
  before: Traffic,
  random: Random,
) => readonly TrafficManifest[] | undefined;

/** Changes that keep the lists, though not whether there are `any` endpoints, nor what Go's map order decides. */
const keepsLists: Readonly<Record<string, Change>> = {
  'removing an address that is in no list changes no list': (objects, ports, random) => {
    const isUsed = (host: string): boolean => ports.some(({ all, certain }) => !certain || all.some((address) => hostOf(address) === host)); // prettier-ignore
    const unused = [...new Set(objects.flatMap(hostsIn))].filter((host) => !isUsed(host));
    if (unused.length === 0 || objects.some(hasPortNameTwice)) return undefined;
    const host = pick(random, unused);
    return objects.map((object) => withoutHost(object, host));
  },
  'an endpoint that is not ready and not terminating changes no list': (objects, _, random) =>
    withSlice(objects, random, (slice) => ({
      ...slice,
      endpoints: (slice.endpoints ?? []).toSpliced(random((slice.endpoints ?? []).length + 1), 0, {
        addresses: [fresh[slice.addressType]],
        conditions: { ready: false, ...(rarely(random, 2) ? { serving: true } : {}) },
      }),
    })),
  'a slice can be split': (objects, _, random) => {
    const slices = objects.filter((each) => each.kind === 'EndpointSlice');
    const hosts = (slice: SliceManifest): readonly (string | undefined)[] => (slice.endpoints ?? []).map(({ addresses: [ip] }) => ip); // prettier-ignore
    const whole = slices.filter(
      (slice) => new Set(hosts(slice)).size === hosts(slice).length && hosts(slice).length > 1,
    );
    if (whole.length === 0) return undefined;
    const chosen = pick(random, whole);
    const parts = (chosen.endpoints ?? []).map((one, i): SliceManifest => ({
      ...chosen,
      metadata: { ...chosen.metadata, name: `${chosen.metadata.name}-part-${i}` },
      endpoints: [one],
    }));
    return objects.flatMap((object) => (object === chosen ? parts : [object]));
  },
};

const changes: Readonly<Record<string, Change>> = {
  ...keepsLists,
  'the same objects give the same traffic': (objects) => objects,
  'the order of objects does not matter': (objects, _, random) => shuffled(random, objects),
  'a second address of an endpoint is not used': (objects, _, random) =>
    withSlice(objects, random, (slice) => ({
      ...slice,
      endpoints: (slice.endpoints ?? []).map((one) => ({ ...one, addresses: [...one.addresses, fresh[slice.addressType]] })), // prettier-ignore
    })),
  'the name of a slice is not read': (objects) =>
    objects.map((object, i) =>
      object.kind === 'EndpointSlice' ? { ...object, metadata: { ...object.metadata, name: `renamed-${i}` } } : object,
    ),
  'null stands for an absent field': (objects, _, random) => objects.map((object) => withNulls(object, () => rarely(random, 2))), // prettier-ignore
  'absent conditions have defaults': (objects) => objects.map((object) => mapEndpoints(object, withDefaults)),
  'zone, hostname and targetRef of an endpoint are not read': (objects) =>
    objects.map(
      (object) =>
      mapEndpoints(object, (one) => ({ ...one, zone: 'zone-x', hostname: 'host-x', targetRef: { kind: 'Pod', name: 'x' } })), // prettier-ignore
    ),
  'names of namespaces and protocols have defaults': (objects) => objects.map(withWrittenDefaults),
  'how a Service chooses Pods and numbers is not read': (objects) => objects.map(withOtherTargets),
  'another namespace is another cluster': (objects) => [...objects, ...objects.flatMap(inOtherNamespace)],
};

export const propertyNames: readonly string[] = Object.keys(changes);

/** No address of a random cluster. */
const fresh = { IPv4: '10.9.9.9', IPv6: 'fd00:9::9', FQDN: 'fresh.example.com' } as const;

function withSlice(
  objects: readonly TrafficManifest[],
  random: Random,
  change: (slice: SliceManifest) => SliceManifest,
): readonly TrafficManifest[] | undefined {
  const slices = objects.filter((each) => each.kind === 'EndpointSlice');
  if (slices.length === 0) return undefined;
  const chosen = pick(random, slices);
  return objects.map((object) => (object === chosen ? change(chosen) : object));
}

type Endpoint = NonNullable<SliceManifest['endpoints']>[number];

function mapEndpoints(object: TrafficManifest, change: (endpoint: Endpoint) => Endpoint): TrafficManifest {
  return object.kind === 'EndpointSlice' ? { ...object, endpoints: (object.endpoints ?? []).map(change) } : object;
}

function withDefaults(endpoint: Endpoint): Endpoint {
  const { ready = true, serving = true, terminating = false } = endpoint.conditions ?? {};
  return { ...endpoint, conditions: { ready, serving, terminating } };
}

function withWrittenDefaults(object: TrafficManifest): TrafficManifest {
  const metadata = { ...object.metadata, namespace: object.metadata.namespace ?? 'default' };
  if (object.kind === 'EndpointSlice')
    return { ...object, metadata, ports: (object.ports ?? []).map((port) => ({ name: '', protocol: 'TCP', ...port })) };
  if (object.kind === 'Service' && object.spec.ports) {
    const ports = object.spec.ports.map((port) => ({ protocol: 'TCP' as const, ...port }));
    return { ...object, metadata, spec: { ...object.spec, ports } };
  }
  return object.kind === 'Service' || object.kind === 'Endpoints' ? { ...object, metadata } : object;
}

function withOtherTargets(object: TrafficManifest): TrafficManifest {
  if (object.kind !== 'Service' || object.spec.type === 'ExternalName') return object;
  const ports = object.spec.ports?.map((port) => ({ ...port, targetPort: 'other' }));
  const more: ServiceManifest['spec'] = { publishNotReadyAddresses: true, trafficDistribution: 'PreferClose' };
  return { ...object, spec: { ...object.spec, ...more, ...(ports ? { ports } : {}) } };
}

function inOtherNamespace(object: TrafficManifest): readonly TrafficManifest[] {
  if (object.kind === 'Node' || object.kind === 'Namespace') return [];
  const metadata = { ...object.metadata, namespace: `other-${object.metadata.namespace ?? 'default'}` };
  if (object.kind !== 'Service') return [{ ...object, metadata }];
  // The API server allocates other cluster IPs and node ports.
  const { clusterIP, clusterIPs: _clusterIPs, ...spec } = object.spec;
  const ports = spec.ports?.map(({ nodePort: _nodePort, ...port }) => port);
  return [{ ...object, metadata, spec: { ...spec, ...(clusterIP === 'None' ? { clusterIP } : {}), ...(ports ? { ports } : {}) } }]; // prettier-ignore
}

/** The addresses that are written first in an endpoint, or in Endpoints. */
function hostsIn(object: TrafficManifest): readonly string[] {
  if (object.kind === 'EndpointSlice')
    return (object.endpoints ?? []).flatMap(({ addresses }) => addresses.slice(0, 1));
  if (object.kind === 'Endpoints') return listedIn(object).map(({ ip }) => ip);
  return [];
}

function listedIn({ subsets }: EndpointsManifest): readonly ListedAddress[] {
  return (subsets ?? []).flatMap(({ addresses = [], notReadyAddresses = [] }) => [...addresses, ...notReadyAddresses]);
}

function withoutHost(object: TrafficManifest, host: string): TrafficManifest {
  if (object.kind === 'EndpointSlice')
    return { ...object, endpoints: (object.endpoints ?? []).filter(({ addresses }) => addresses[0] !== host) };
  if (object.kind !== 'Endpoints') return object;
  const rest = (listed: readonly ListedAddress[] = []): readonly ListedAddress[] => listed.filter(({ ip }) => ip !== host); // prettier-ignore
  const subsets = (object.subsets ?? []).map((subset): Subset => ({ ...subset, addresses: rest(subset.addresses), notReadyAddresses: rest(subset.notReadyAddresses) })); // prettier-ignore
  return { ...object, subsets: subsets.filter((subset) => listedIn({ ...object, subsets: [subset] }).length > 0) };
}

/**
 * True for Endpoints that write two ports of one name, which can end up in one slice: the API server rejects it, and which
 * ports end up in one slice depends on every address. Other spellings of an address are other addresses there.
 */
function hasPortNameTwice(object: TrafficManifest): boolean {
  if (object.kind !== 'Endpoints') return false;
  const ports = (object.subsets ?? []).flatMap((subset) => subset.ports ?? []);
  const written = new Set(ports.map((port) => JSON.stringify([port.name ?? '', port.protocol ?? 'TCP', port.port])));
  const isSpelled = listedIn(object).some(({ ip }) => ip.includes(':') && !ip.startsWith('fd00:1::'));
  return isSpelled || written.size > new Set(ports.map(({ name }) => name ?? '')).size || ports.some(({ appProtocol }) => appProtocol); // prettier-ignore
}

/** `10.1.0.1` of `10.1.0.1:80`, `fd00::1` of `[fd00::1]:80`, and a host alone as it is. */
export function hostOf(address: string): string {
  return /^\[(.*)\]:\d+$/.exec(address)?.[1] ?? address.replace(/^([^:]*):\d+$/, '$1');
}
