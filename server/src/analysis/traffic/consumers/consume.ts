/** What a consumer sends to the endpoints of a Service, by its table. */
import { uniqueBy } from '../../../text/group.ts';
import { quote } from '../../../text/quote.ts';
import { hostOf, hostText, isLocalTo, proxiedPorts, type ProxiedPort } from '../proxy.ts';
import type { AddressFate } from '../fate.ts';
import { compareNames } from '../names.ts';
import type { Reason } from '../reasons.ts';
import type {
  OfferedPort,
  ServiceWorld,
  TrafficEndpoint,
  TrafficService,
  TrafficSlice,
  UnknownPart,
  Viewpoint,
} from '../model.ts';
import { because, crash, type Consumer } from './consumer.ts';

/** What a consumer makes of the Service, or kube-proxy where none is named. */
export function servedPorts(
  world: ServiceWorld,
  consumer: Consumer | undefined,
  viewpoint: Viewpoint,
): readonly ProxiedPort[] {
  return consumer ? consumedPorts(world, consumer, viewpoint) : proxiedPorts(world, viewpoint);
}

/** The ports of the Service, or of its slices for a consumer that compares no ports; empty for a Service that it skips. */
export function consumedPorts(world: ServiceWorld, consumer: Consumer, viewpoint: Viewpoint): readonly ProxiedPort[] {
  const { service } = world;
  if (consumer.skips(service) !== undefined) return [];
  const slices = consumer.reads === 'slices' ? world.slices : world.endpoints.flatMap(({ subsets }) => subsets);
  const ports = consumer.numbers ? service.ports : portsIn(slices);
  return ports.map((port, i) => {
    // Without a comparison of ports, a slice concerns only its own ones.
    const own = consumer.numbers ? slices : slices.filter((slice) => hasPort(slice, port, i === 0));
    return consumedPort({ world, slices: own, port, consumer, viewpoint });
  });
}

/** Each port of the slices once, by name, protocol and number. */
function portsIn(slices: readonly TrafficSlice[]): readonly OfferedPort[] {
  const ports = new Map<string, OfferedPort>();
  for (const { name, protocol, number = 0, appProtocol, path } of slices.flatMap((slice) => slice.ports)) {
    const key = `${protocol} ${number} ${name}`;
    const port = { name, protocol, number, target: number, appProtocol, hasNodePort: false, path };
    if (!ports.has(key)) ports.set(key, port);
  }
  return [...ports].sort(([a], [b]) => compareNames(a, b)).map(([, port]) => port);
}

interface Question {
  readonly world: ServiceWorld;
  readonly slices: readonly TrafficSlice[];
  readonly port: OfferedPort;
  readonly consumer: Consumer;
  readonly viewpoint: Viewpoint;
}

interface Draft extends AddressFate {
  readonly isFallback: boolean;
  readonly hasNode: boolean;
  /** True where another slice has the address with another port. */
  readonly isByChance: boolean;
  /** The Pod that decides on the endpoint. */
  readonly pod: UnknownPart | undefined;
}

function consumedPort(question: Question): ProxiedPort {
  const { world, slices, port, consumer } = question;
  const { service, endpoints } = world;
  const isLocal = consumer.localPolicy !== 'ignored' && service.internalPolicy === 'Local';
  const drafts = slices.flatMap((slice) => draftsIn(slice, question));
  const near = isLocal ? drafts.map((draft) => withLocality(draft, consumer)) : drafts;
  const known = withoutRepeats(near, consumer);
  const hasReady = known.some(({ why, isFallback }) => !why && !isFallback);
  const written = known.map((draft) => {
    const { address, object, path, ready, serving, terminating, isLocal: local, why, isFallback } = draft;
    const isSpare = isFallback && hasReady && !why;
    const fate: AddressFate = { address, object, path, ready, serving, terminating, isLocal: local, why };
    return isSpare ? { ...fate, why: { kind: 'draining' as const } } : fate;
  });
  const used = [...new Set(written.filter(({ why }) => !why).map(({ address }) => address))].sort();
  return {
    service,
    port,
    isExternal: port.hasNodePort || service.externalIps.length > 0,
    cluster: isLocal ? [] : used,
    local: isLocal ? used : [],
    all: used,
    hasAny: used.length > 0,
    usesCluster: !isLocal,
    usesLocal: isLocal,
    topology: '',
    reasons: new Map(),
    written,
    unknown: [
      ...[service, ...world.slices, ...endpoints].flatMap(({ unknown }) => unknown),
      ...uniqueBy(
        known.flatMap(({ why, pod }) => (!why && pod ? [pod] : [])),
        ({ entry, path }) => `${entry.uri} ${entry.ordinal} ${path.join('/')}`,
      ),
    ],
    isByChance: known.some(({ isByChance }) => isByChance),
  };
}

function draftsIn(
  slice: TrafficSlice,
  { world: { service }, slices, port, consumer, viewpoint }: Question,
): readonly Draft[] {
  const numbers =
    consumer.refuses(slice, service, slices) ??
    (consumer.numbers ? consumer.numbers(slice, port) : ownNumber(slice, port, consumer));
  const isReason = 'kind' in numbers;
  const last = consumer.repeats === 'all-but-last-in-slice' ? lastOfEach(slice) : undefined;
  return slice.endpoints.flatMap((endpoint) =>
    (isReason ? [undefined] : numbers).flatMap((number) =>
      endpoint.addresses.map((address, i): Draft => {
        const own = laterAddress(i, consumer) ?? replaced(endpoint, last?.get(address), { slice, service, consumer });
        const why = isReason ? numbers : (own ?? stateReason(endpoint, service, consumer));
        return {
          address: number === undefined || number === 0 ? address : `${hostText(address)}:${number}`,
          object: slice,
          path: endpoint.addressPaths[i] ?? endpoint.path,
          ready: endpoint.ready ?? true,
          serving: endpoint.serving ?? true,
          terminating: endpoint.terminating ?? false,
          isLocal: isLocalTo(endpoint, viewpoint),
          hasNode: endpoint.nodeName !== '',
          isByChance: false,
          pod: consumer.asksPods && podOf(endpoint, slice),
          isFallback: consumer.state(endpoint, service) === 'fallback',
          why,
        };
      }),
    ),
  );
}

/** The last endpoint of each address. */
function lastOfEach({ endpoints }: TrafficSlice): ReadonlyMap<string, TrafficEndpoint> {
  return new Map(endpoints.flatMap((each) => each.addresses.map((address) => [address, each] as const)));
}

function replaced(
  endpoint: TrafficEndpoint,
  last: TrafficEndpoint | undefined,
  { slice, service, consumer }: { slice: TrafficSlice; service: TrafficService; consumer: Consumer },
): Reason | undefined {
  if (last === undefined || endpoint === last) return undefined;
  return { kind: 'replaced', by: { slice, path: last.path, why: stateReason(last, service, consumer) } };
}

function podOf({ target, path }: TrafficEndpoint, { entry }: TrafficSlice): UnknownPart | undefined {
  if (target?.kind !== 'Pod') return undefined;
  return { entry, path: [...path, 'targetRef'], text: `the Pod ${quote(target.name)}`, pod: target.name };
}

function hasPort({ ports }: TrafficSlice, port: OfferedPort, isFirst: boolean): boolean {
  if (ports.length === 0) return isFirst;
  return ports.some(
    ({ name, protocol, number = 0 }) => name === port.name && protocol === port.protocol && number === port.number,
  );
}

function ownNumber({ ports }: TrafficSlice, { number }: OfferedPort, consumer: Consumer): readonly number[] | Reason {
  if (ports.length === 0) return { kind: 'no-ports' };
  return number === 0 && consumer.withoutNumber === 'crash' ? crash : [number];
}

function laterAddress(i: number, { addresses }: Consumer): Reason | undefined {
  return i > 0 && addresses === 'first' ? { kind: 'later-address' } : undefined;
}

function stateReason(endpoint: TrafficEndpoint, service: TrafficService, { state }: Consumer): Reason | undefined {
  const found = state(endpoint, service);
  return typeof found === 'string' ? undefined : found;
}

function withLocality(draft: Draft, { localPolicy }: Consumer): Draft {
  const isNear = draft.isLocal || (localPolicy === 'same-node-or-none' && !draft.hasNode);
  return draft.why || isNear ? draft : { ...draft, why: { kind: 'not-local' } };
}

const repeated = because(
  'repeated-address',
  'It takes each address once, with its first port.',
  'Write the address in one slice only.',
);

/** The first of several endpoints of one address counts. Of several slices, the cluster decides which one is first. */
function withoutRepeats(drafts: readonly Draft[], { repeats }: Consumer): readonly Draft[] {
  const firsts = new Map<string, Draft>();
  return drafts.map((draft) => {
    if (draft.why || repeats !== 'address') return draft;
    const host = hostOf(draft.address);
    const first = firsts.get(host);
    if (!first) firsts.set(host, draft);
    const isLost = first !== undefined && first.address !== draft.address;
    return isLost ? { ...draft, why: repeated, isByChance: first.object !== draft.object } : draft;
  });
}
