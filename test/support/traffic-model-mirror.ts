/**
 * What the mirroring controller makes of Endpoints, the naive way. Written apart from the product's simulation, with which the
 * tests compare it.
 */
import {
  fullName,
  leaderAnnotation,
  managedByLabel,
  mirroringController,
  serviceNameLabel,
  serviceOfSlice,
  skipMirrorLabel,
  type EndpointsManifest,
  type Family,
  type ListedAddress,
  type ListedPort,
  type ServiceManifest,
  type SliceEndpoint,
  type SliceManifest,
  type SlicePort,
} from './traffic-objects.ts';

/** At most so many addresses of a subset are mirrored. */
const maxPerSubset = 1000;

/** True where the controller mirrors these Endpoints. */
export function isMirrored({ metadata }: EndpointsManifest, service: ServiceManifest | undefined): boolean {
  if (metadata.labels?.[skipMirrorLabel] === 'true') return false;
  if (metadata.annotations?.[leaderAnnotation] !== undefined) return false;
  return service !== undefined && Object.keys(service.spec.selector ?? {}).length === 0;
}

/** True where the controller takes the slice for its own, so that it overwrites or deletes it. */
export function isClaimed(slice: SliceManifest): boolean {
  return slice.metadata.labels?.[managedByLabel] === mirroringController && serviceOfSlice(slice) !== undefined;
}

interface PackedAddress {
  readonly address: ListedAddress;
  readonly isReady: boolean;
}

interface PackedSubset {
  readonly ports: readonly ListedPort[];
  readonly addresses: readonly PackedAddress[];
}

/**
 * The slices that the controller makes of these Endpoints, without the ones that the API server rejects for a repeated port
 * name. The order of repacked subsets is that of a hash, so there is a list of slices for every different result; the order
 * matters only between subsets that end up in one slice.
 */
export function mirrorsOf(endpoints: EndpointsManifest): readonly (readonly SliceManifest[])[] {
  const subsets = repacked(endpoints);
  const meets = (one: PackedSubset): boolean =>
    subsets.some((other) => one !== other && portsKey(one.ports) === portsKey(other.ports));
  const apart = subsets.filter((each) => !meets(each));
  const results = permutations(subsets.filter(meets)).map((order) => slicesOf(endpoints, [...apart, ...order]));
  return unique(results).map((slices) => slices.filter(hasUniquePorts));
}

function portsKey(ports: readonly ListedPort[]): string {
  return ports.map((port) => JSON.stringify(slicePort(port))).sort().join(); // prettier-ignore
}

/** The subsets after repacking: every address of a port is there once, and ports with equal addresses are together. */
function repacked({ subsets }: EndpointsManifest): readonly PackedSubset[] {
  const records = new Map<string, ListedAddress>();
  // `port` is undefined for the addresses of subsets without ports. Two ports that write `appProtocol` never are equal.
  const groups: { readonly port: ListedPort | undefined; readonly addresses: Map<string, boolean> }[] = [];
  for (const subset of subsets ?? []) {
    const ports: readonly (ListedPort | undefined)[] = subset.ports?.length ? subset.ports : [undefined];
    for (const port of ports) {
      let group = groups.find((each) => isSamePort(each.port, port));
      if (!group) groups.push((group = { port, addresses: new Map() }));
      for (const isReady of [true, false])
        for (const address of (isReady ? subset.addresses : subset.notReadyAddresses) ?? []) {
          const key = `${address.ip} ${address.targetRef?.uid ?? ''}`;
          if (!records.has(key)) records.set(key, address);
          group.addresses.set(key, isReady && group.addresses.get(key) !== false);
        }
    }
  }
  const packed: { readonly key: string; readonly ports: ListedPort[]; readonly addresses: readonly PackedAddress[] }[] =
    [];
  for (const { port, addresses } of groups) {
    const sorted = [...addresses].sort(([one], [other]) => (one < other ? -1 : 1));
    const key = JSON.stringify(sorted);
    let subset = packed.find((each) => each.key === key);
    if (!subset) {
      const known = sorted.flatMap(([name, isReady]) => {
        const address = records.get(name);
        return address ? [{ address, isReady }] : [];
      });
      packed.push((subset = { key, ports: [], addresses: known }));
    }
    if (port) subset.ports.push(port);
  }
  return packed;
}

function isSamePort(one: ListedPort | undefined, other: ListedPort | undefined): boolean {
  if (!one || !other) return one === other;
  if (one.appProtocol !== undefined || other.appProtocol !== undefined) return one === other;
  return JSON.stringify(slicePort(one)) === JSON.stringify(slicePort(other));
}

function slicePort({ name = '', protocol = 'TCP', port, appProtocol }: ListedPort): SlicePort {
  return { name, protocol, port, ...(appProtocol === undefined ? {} : { appProtocol }) };
}

function slicesOf(endpoints: EndpointsManifest, subsets: readonly PackedSubset[]): readonly SliceManifest[] {
  const slices = new Map<string, { readonly ports: readonly SlicePort[]; readonly family: Family; readonly endpoints: Map<string, SliceEndpoint> }>(); // prettier-ignore
  for (const { ports, addresses } of subsets) {
    const sorted = ports.map(slicePort).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    const readyFirst = [...addresses.filter(({ isReady }) => isReady), ...addresses.filter(({ isReady }) => !isReady)];
    for (const { address, isReady } of readyFirst.slice(0, maxPerSubset)) {
      const ip = canonical(address.ip);
      const family = ip.includes(':') ? 'IPv6' : 'IPv4';
      const key = JSON.stringify([family, sorted]);
      const slice = slices.get(key) ?? { ports: sorted, family, endpoints: new Map<string, SliceEndpoint>() };
      slices.set(key, slice);
      const { hostname, nodeName, targetRef } = address;
      const identity = JSON.stringify([ip, hostname ?? '', targetRef?.namespace ?? '', targetRef?.name ?? '']);
      slice.endpoints.set(identity, {
        addresses: [ip],
        conditions: { ready: isReady },
        ...(hostname ? { hostname } : {}),
        ...(targetRef ? { targetRef } : {}),
        ...(nodeName === undefined ? {} : { nodeName }),
      });
    }
  }
  const [namespace = '', name = ''] = fullName(endpoints).split('/');
  const labels = { ...endpoints.metadata.labels, [serviceNameLabel]: name, [managedByLabel]: mirroringController };
  const made = [...slices].sort(([one], [other]) => (one < other ? -1 : 1));
  return made.map(([, slice]) => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: '', namespace, labels },
    addressType: slice.family,
    endpoints: [...slice.endpoints].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, endpoint]) => endpoint),
    ports: slice.ports,
  }));
}

/** The API server rejects a slice with two ports of one name, whatever their protocols. */
function hasUniquePorts({ ports }: SliceManifest): boolean {
  const names = (ports ?? []).map(({ name }) => name);
  return new Set(names).size === names.length;
}

/** An address as Go prints it. */
export function canonical(ip: string): string {
  return ip.includes(':') ? new URL(`http://[${ip}]`).hostname.slice(1, -1) : ip;
}

export function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, i) => permutations(items.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}

export function unique<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
