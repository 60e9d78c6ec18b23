/**
 * A brute-force model of kube-proxy 1.36: which endpoints each Service port uses from a viewpoint. It tries every order of
 * slices that Go's maps allow. Written apart from the product's simulation, with which the tests compare it.
 */
import { canonical, isClaimed, isMirrored, mirrorsOf, permutations, unique } from './traffic-model-mirror.ts';
import { withoutNulls } from './traffic-nulls.ts';
import { modelPort, type ModelEndpoint, type ModelPort } from './traffic-model-lists.ts';
import { defaulted, servicePorts, whySkipped } from './traffic-model-services.ts';
import {
  fullName,
  headlessLabel,
  serviceOfSlice,
  type ServiceManifest,
  type SliceEndpoint,
  type SliceManifest,
  type TrafficManifest,
  type Viewpoint,
} from './traffic-objects.ts';

/** An object that the model leaves out, and the test that refuses it. */
export interface LeftOut {
  readonly name: string;
  readonly by: string;
}

export interface ModelTraffic {
  /** The ports of the first outcome of every Service, sorted by Service, name and protocol. */
  readonly ports: readonly ModelPort[];
  /** For each Service that kube-proxy has: every list of its ports that is possible. */
  readonly outcomes: ReadonlyMap<string, readonly (readonly ModelPort[])[]>;
  readonly skipped: readonly LeftOut[];
  readonly slices: {
    readonly read: readonly string[];
    readonly ignored: readonly LeftOut[];
    /** The slices made of Endpoints, which have no name yet. */
    readonly mirrored: readonly (SliceManifest & { readonly read: boolean })[];
  };
}

export function modelTraffic(
  manifests: readonly TrafficManifest[],
  viewpoint: Viewpoint,
  mirroring: 'on' | 'off' = 'on',
): ModelTraffic {
  const objects = manifests.map(withoutNulls);
  const services = objects.filter((each) => each.kind === 'Service').map(defaulted);
  const written = objects.filter((each) => each.kind === 'EndpointSlice');
  const skipped: LeftOut[] = [];
  const ignored: LeftOut[] = [];
  const read: SliceManifest[] = [];
  for (const slice of written) {
    const by = mirroring === 'on' && isClaimed(slice) ? 'the mirroring controller' : whyIgnored(slice, viewpoint);
    if (by === undefined) read.push(slice);
    else ignored.push({ name: fullName(slice), by });
  }
  const mirrors = new Map<string, readonly (readonly SliceManifest[])[]>();
  if (mirroring === 'on')
    for (const each of objects)
      if (
        each.kind === 'Endpoints' &&
        isMirrored(
          each,
          services.find((one) => fullName(one) === fullName(each)),
        )
      )
        mirrors.set(fullName(each), mirrorsOf(each));

  const outcomes = new Map<string, readonly (readonly ModelPort[])[]>();
  for (const service of services.toSorted(byName)) {
    const name = fullName(service);
    const by = whySkipped(service, viewpoint.ipFamily);
    if (by !== undefined) {
      skipped.push({ name, by });
      continue;
    }
    const own = read.filter((slice) => serviceOfSlice(slice) === name);
    const found = (mirrors.get(name) ?? [[]]).flatMap((mirror) => {
      const visible = mirror.filter((slice) => whyIgnored(slice, viewpoint) === undefined);
      return endpointSets(own, visible, viewpoint).map((endpoints) => portsOf(service, endpoints, viewpoint));
    });
    outcomes.set(name, unique(found));
  }
  const mirrored = [...mirrors.values()].flatMap(([first = []]) =>
    first.map((slice) => ({ ...slice, read: whyIgnored(slice, viewpoint) === undefined })),
  );
  return {
    ports: [...outcomes.values()].flatMap(([first = []]) => first),
    outcomes,
    skipped,
    slices: { read: read.map(fullName).sort(), ignored: ignored.sort((one, other) => (one.name < other.name ? -1 : 1)), mirrored }, // prettier-ignore
  };
}

function byName(one: ServiceManifest, other: ServiceManifest): number {
  return fullName(one) < fullName(other) ? -1 : 1;
}

/** The test that refuses the slice; undefined where kube-proxy takes it in. */
function whyIgnored(slice: SliceManifest, { ipFamily }: Viewpoint): string | undefined {
  if (slice.metadata.labels?.[headlessLabel] !== undefined) return 'informer: service.kubernetes.io/headless label';
  if (slice.addressType !== ipFamily) return 'address type';
  if (serviceOfSlice(slice) === undefined) return 'no kubernetes.io/service-name label';
  return undefined;
}

function portsOf(service: ServiceManifest, endpoints: Endpoints, viewpoint: Viewpoint): readonly ModelPort[] {
  const ports = servicePorts(service, viewpoint.ipFamily).map((port) => {
    const own = [...endpoints].filter(([key]) => key.startsWith(`${port.port}/${port.protocol}/`));
    return modelPort(port, own.map(([, endpoint]) => endpoint), viewpoint); // prettier-ignore
  });
  return ports.sort((one, other) => (`${one.port}/${one.protocol}` < `${other.port}/${other.protocol}` ? -1 : 1));
}

/** What kube-proxy knows of a Service, by `port/protocol/address`. */
type Endpoints = ReadonlyMap<string, ModelEndpoint>;

/** Every possible set of endpoints of a Service with these slices, in any order of slices, and of endpoints in a mirrored slice. */
function endpointSets(
  written: readonly SliceManifest[],
  mirrored: readonly SliceManifest[],
  { node }: Viewpoint,
): readonly Endpoints[] {
  const slices = [
    ...written.map((slice) => ({ ports: slice.ports ?? [], orders: [slice.endpoints ?? []] })),
    ...mirrored.map((slice) => ({ ports: slice.ports ?? [], orders: ordersOf(slice.endpoints ?? []) })),
  ];
  // A slice that shares no address with another one gives the same at any place: it comes first.
  const addresses = slices.map(({ orders: [endpoints = []] }) => endpoints.map(({ addresses: [ip] }) => ip));
  const meets = addresses.map((own, i) =>
    addresses.some((other, j) => i !== j && own.some((ip) => other.includes(ip))),
  );
  let states: readonly State[] = [{ taken: [], endpoints: new Map() }];
  const takeAny = (indices: readonly number[]): void => {
    const after = states.flatMap((state) =>
      indices.filter((i) => !state.taken.includes(i)).flatMap((i) =>
        (slices[i]?.orders ?? []).map((order) => ({
          taken: [...state.taken, i].sort(),
          endpoints: withSlice(state.endpoints, slices[i]?.ports ?? [], order, node),
        })),
      ),
    ); // prettier-ignore
    states = [...new Map(after.map((state) => [keyOf(state), state])).values()];
  };
  const all = slices.map((_, i) => i);
  for (const i of all.filter((each) => !meets[each])) takeAny([i]);
  const others = all.filter((each) => meets[each]);
  for (const _ of others) takeAny(others);
  return states.map(({ endpoints }) => endpoints);
}

/** The slices that are taken in, as indices, and what they give together. */
interface State {
  readonly taken: readonly number[];
  readonly endpoints: Endpoints;
}

function keyOf({ taken, endpoints }: State): string {
  return JSON.stringify([taken, [...endpoints].sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/** The orders of endpoints that can differ in their result: those of endpoints with one address. */
function ordersOf(endpoints: readonly SliceEndpoint[]): readonly (readonly SliceEndpoint[])[] {
  const ips = [...new Set(endpoints.map(({ addresses: [ip] }) => ip))];
  const groups = ips.map((ip) => permutations(endpoints.filter(({ addresses }) => addresses[0] === ip)));
  return groups.reduce<readonly (readonly SliceEndpoint[])[]>(
    (found, group) => found.flatMap((start) => group.map((end) => [...start, ...end])),
    [[]],
  );
}

function withSlice(
  before: Endpoints,
  ports: NonNullable<SliceManifest['ports']>,
  endpoints: readonly SliceEndpoint[],
  node: string,
): Endpoints {
  const after = new Map(before);
  for (const { name = '', protocol = 'TCP', port = 0 } of ports)
    for (const endpoint of endpoints) {
      const [ip] = endpoint.addresses;
      if (port === 0 || ip === undefined) continue;
      const host = canonical(ip);
      const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
      const found = modelEndpoint(address, endpoint, node);
      const key = `${name}/${protocol}/${address}`;
      if (!after.has(key) || !found.terminating) after.set(key, found);
    }
  return after;
}

function modelEndpoint(address: string, { conditions, nodeName, hints }: SliceEndpoint, node: string): ModelEndpoint {
  const zones = (hints?.forZones ?? []).map(({ name }) => name);
  const nodes = (hints?.forNodes ?? []).map(({ name }) => name);
  return {
    address,
    ready: conditions?.ready ?? true,
    serving: conditions?.serving ?? true,
    terminating: conditions?.terminating ?? false,
    local: nodeName !== undefined && nodeName === node,
    ...(zones.length > 0 ? { zones: zones.sort() } : {}),
    ...(nodes.length > 0 ? { nodes: nodes.sort() } : {}),
  };
}
