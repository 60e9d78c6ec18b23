/** Writes random EndpointSlices and Endpoints for given Services: part of `traffic-writer.ts`. */
import { list, pick, rarely, type Random } from './random.ts';
import {
  headlessLabel,
  leaderAnnotation,
  managedByLabel,
  mirroringController,
  serviceNameLabel,
  skipMirrorLabel,
  type EndpointsManifest,
  type ListedAddress,
  type ListedPort,
  type Protocol,
  type ServiceManifest,
  type SliceEndpoint,
  type SliceManifest,
  type SlicePort,
  type Subset,
} from './traffic-objects.ts';
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

type Type = SliceManifest['addressType'];

/** Few addresses, so that they meet. */
const addresses: Readonly<Record<Type, readonly string[]>> = {
  IPv4: ['10.1.0.1', '10.1.0.2', '10.1.0.3', '10.1.0.10'],
  IPv6: ['fd00:1::1', 'fd00:1::2', 'fd00:1::a'],
  FQDN: ['a.example.com', 'b.example.com'],
};

export function writeSlice(
  random: Random,
  i: number,
  services: readonly ServiceManifest[],
  style: Style,
): SliceManifest {
  const service = mostlyBacked(random, services);
  const isForOther = rarely(random, 10);
  const label = pick(random, [{}, { [serviceNameLabel]: '' }, { [serviceNameLabel]: 'other' }]);
  const addressType = pick<Type>(random, ['IPv4', 'IPv4', 'IPv4', 'IPv4', 'IPv4', 'IPv6', 'IPv6', 'FQDN']);
  const written = labels(random, [
    [headlessLabel, 12, ['', 'false']],
    [managedByLabel, style.mayBeClaimed ? 3 : 8, style.mayBeClaimed ? [mirroringController, mirroringController, 'ops'] : ['ops', 'endpointslice-controller.k8s.io']],
    ['service.kubernetes.io/service-proxy-name', 20, ['other']],
  ]); // prettier-ignore
  const hints = style.hints === 'mixed' ? pick(random, ['none', 'zones', 'nodes', 'both'] as const) : style.hints;
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${service.metadata.name}-${i}`,
      ...(rarely(random, 12) ? namespace(random) : spaceOf(service)),
      labels: { ...(isForOther ? label : { [serviceNameLabel]: service.metadata.name }), ...written.labels },
    },
    addressType,
    endpoints: Array.from({ length: pick(random, [0, 1, 2, 2, 3, 3, 4]) }, () => endpoint(random, addressType, hints, style.node)), // prettier-ignore
    ...slicePorts(random, service),
  };
}

/** A Service, seldom one that is headless or an ExternalName, which kube-proxy skips. */
function mostlyBacked(random: Random, services: readonly ServiceManifest[]): ServiceManifest {
  const backed = services.filter(({ spec }) => spec.clusterIP !== 'None' && spec.type !== 'ExternalName');
  return pick(random, backed.length > 0 && !rarely(random, 5) ? backed : services);
}

/** The namespace of the Service, written or not. */
function spaceOf({ metadata }: ServiceManifest): { namespace?: string } {
  return metadata.namespace === undefined ? {} : { namespace: metadata.namespace };
}

function endpoint(random: Random, type: Type, hints: Exclude<Style['hints'], 'mixed'>, node: string): SliceEndpoint {
  const count = pick(random, [1, 1, 1, 1, 1, 1, 2, 3]);
  return {
    addresses: shuffled(random, addresses[type]).slice(0, count),
    ...conditions(random),
    ...(rarely(random, 4) ? {} : { nodeName: rarely(random, 3) ? node : pick(random, nodes)[0] }),
    ...sometimes(random, 2, () => ({ zone: pick(random, ['zone-a', 'zone-b']) })),
    ...sometimes(random, 12, () => ({ hostname: 'db-0' })),
    ...hintsOf(random, rarely(random, 12) ? 'none' : hints),
  };
}

function conditions(random: Random): Pick<SliceEndpoint, 'conditions'> {
  const flag = (name: string, yes: number, no: number): Record<string, boolean> => {
    const drawn = random(10);
    return drawn < yes ? { [name]: true } : drawn < yes + no ? { [name]: false } : {};
  };
  return pick<Pick<SliceEndpoint, 'conditions'>>(random, [
    {},
    { conditions: {} },
    { conditions: { ready: true } },
    { conditions: { ready: false } },
    { conditions: { ready: false, serving: true, terminating: true } },
    { conditions: { ...flag('ready', 4, 4), ...flag('serving', 4, 3), ...flag('terminating', 4, 3) } },
    { conditions: { ...flag('ready', 4, 4), ...flag('serving', 4, 3), ...flag('terminating', 4, 3) } },
  ]);
}

function hintsOf(random: Random, kind: Exclude<Style['hints'], 'mixed'>): Pick<SliceEndpoint, 'hints'> {
  if (kind === 'none') return rarely(random, 20) ? { hints: { forZones: [] } } : {};
  const some = (names: readonly string[]): { readonly name: string }[] =>
    shuffled(random, names).slice(0, pick(random, [1, 1, 2])).map((name) => ({ name })); // prettier-ignore
  const forNodes = some(['worker-1', 'worker-2', 'worker-3', 'edge-1']);
  const forZones = some(['zone-a', 'zone-b']);
  return { hints: { ...(kind === 'nodes' ? {} : { forZones }), ...(kind === 'zones' ? {} : { forNodes }) } };
}

const numbers = [8080, 8080, 8080, 8443, 9090] as const;

/** Mostly the ports of the Service; names are unique. */
function slicePorts(random: Random, { spec }: ServiceManifest): Pick<SliceManifest, 'ports'> {
  if (rarely(random, 16)) return pick(random, [{}, { ports: [] }, { ports: null }]);
  const own = (spec.ports ?? []).map(({ name, protocol }): SlicePort => ({
    ...(name === undefined ? {} : { name }),
    ...(protocol === undefined ? {} : { protocol }),
  }));
  const other: SlicePort = {
    ...pick(random, [{}, { name: '' }, ...portNames.map((name) => ({ name }))]),
    ...protocol(random),
  };
  const wanted = pick(random, [own, own, own, own, [...own, other], [other], own.slice(1)]);
  const unique = [...new Map(wanted.map((port) => [port.name ?? '', port])).values()];
  return {
    ports: unique.map((port) => ({ ...port, ...(rarely(random, 12) ? pick(random, [{}, { port: 0 }]) : { port: pick(random, numbers) }) })), // prettier-ignore
  };
}

export function writeEndpoints(random: Random, services: readonly ServiceManifest[], style: Style): EndpointsManifest {
  const service = mostlyBacked(random, services);
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: {
      name: rarely(random, 12) ? 'other' : service.metadata.name,
      ...(rarely(random, 12) ? namespace(random) : spaceOf(service)),
      ...labels(random, [
        [skipMirrorLabel, 8, ['true', 'true', 'false']],
        [headlessLabel, 12, ['', 'false']],
        [serviceNameLabel, 15, ['web', 'api']],
        ['team', 6, ['a']],
      ]),
      ...sometimes(random, 20, () => ({ annotations: { [leaderAnnotation]: '' } })),
    },
    subsets: list(random, 3, () => subset(random, service, style)),
  };
}

function subset(random: Random, service: ServiceManifest, style: Style): Subset {
  const listed = (most: number): ListedAddress[] => list(random, most, () => listedAddress(random));
  const ready = listed(3);
  const notReady = listed(2);
  return {
    addresses: ready.length + notReady.length === 0 ? [listedAddress(random)] : ready,
    ...(notReady.length > 0 ? { notReadyAddresses: notReady } : {}),
    ...listedPorts(random, service, style),
  };
}

function listedAddress(random: Random): ListedAddress {
  const ip = pick(random, [...addresses.IPv4, ...addresses.IPv4, ...addresses.IPv6, 'FD00:1::1', 'fd00:1:0:0::2']);
  return {
    ip,
    ...(rarely(random, 2) ? { nodeName: pick(random, nodes)[0] } : {}),
    ...sometimes(random, 12, () => ({ hostname: pick(random, ['db-0', 'db-1']) })),
    ...sometimes(random, 12, () => ({ targetRef: { kind: 'Pod', name: pick(random, ['p1', 'p2']), namespace: 'shop', ...(rarely(random, 2) ? { uid: pick(random, ['u1', 'u2']) } : {}) } })), // prettier-ignore
  };
}

/** Mostly the ports of the Service; several ports have names. */
function listedPorts(random: Random, { spec }: ServiceManifest, style: Style): Pick<Subset, 'ports'> {
  if (rarely(random, 16)) return pick(random, [{}, { ports: [] }]);
  const own = (spec.ports ?? []).map(({ name, protocol }) => ({ name, protocol }));
  const other = { name: pick(random, portNames), protocol: protocol(random).protocol };
  const wanted = pick(random, [own, own, own, [...own, other], [other], own.slice(1)]);
  const named = wanted.length > 1 ? wanted.filter(({ name }) => name) : wanted;
  const unique = style.hasOneNumberPerName
    ? [...new Map(named.map((port) => [port.name ?? '', port])).values()]
    : named;
  if (unique.length === 0) return {};
  return {
    ports: unique.map(({ name, protocol }): ListedPort => ({
      ...(name === undefined ? {} : { name }),
      port: style.hasOneNumberPerName ? 8000 + numberOf(name ?? '') : pick(random, numbers),
      ...protocolOf(style.hasOneNumberPerName && name !== undefined ? byName(spec, name) : protocol),
      ...sometimes(random, style.mayBeClaimed ? Infinity : 25, () => ({ appProtocol: 'http' })),
    })),
  };
}

/** A number for each name. */
function numberOf(name: string): number {
  return [80, 443, 53, 90][portNames.findIndex((each) => each === name)] ?? 80;
}

/** The protocol that the Service gives the port of the name; TCP for a name that it does not have. */
function byName({ ports = [] }: ServiceManifest['spec'], name: string): Protocol | undefined {
  return ports.find((port) => port.name === name)?.protocol;
}

function protocolOf(written: Protocol | undefined): { protocol?: Protocol } {
  return written === undefined ? {} : { protocol: written };
}
