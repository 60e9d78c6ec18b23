/** What becomes of each written address of a Service at each of its ports, by address instead of by port. */
import type { IpFamily } from '../../contract/ip.ts';
import { memo } from '../../text/memo.ts';
import type { Path } from '../../tree/path.ts';
import { dnsSlices, isPublished } from '../dns/dns-index.ts';
import { servedPorts } from '../traffic/consumers/consume.ts';
import { because, readsNone, type Consumer } from '../traffic/consumers/consumer.ts';
import type { AddressFate } from '../traffic/fate.ts';
import type {
  OfferedPort,
  ServiceWorld,
  TrafficObject,
  TrafficSlice,
  TrafficWorld,
  Viewpoint,
} from '../traffic/model.ts';
import { claimReason, skipReason, type ProxiedPort } from '../traffic/proxy.ts';
import type { Reason, SkipReason } from '../traffic/reasons.ts';
import { zoneOf, type TrafficQuery } from '../traffic/report.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { isTrafficSlice } from '../traffic/explain/explanation.ts';

export interface Outcome {
  readonly fate: AddressFate;
  readonly isUsed: boolean;
}

export interface ServiceOutcomes {
  /** Why kube-proxy, or the consumer that was asked, serves none of the ports; undefined where it does. */
  readonly skip: SkipReason | 'consumer' | undefined;
  /** Of a consumer that skips the Service, in a sentence. */
  readonly skipWords: string;
  /** True for a consumer that sends the traffic elsewhere on purpose. */
  readonly isSkippedOnPurpose: boolean;
  readonly ports: readonly PortAnswers[];
  /** By object and path, with a number where an address comes up again: an outcome for each port, at its index. */
  readonly addresses: ReadonlyMap<TrafficObject, ReadonlyMap<string, AddressOutcomes>>;
}

export interface PortAnswers {
  readonly port: OfferedPort;
  /** One for each IP family that was asked. */
  readonly answers: readonly ProxiedPort[];
  /** The family of each answer. */
  readonly families: readonly IpFamily[];
}

export interface AddressOutcomes {
  /** One for each port, at its index. */
  readonly outcomes: readonly (Outcome | undefined)[];
}

interface OutcomeContext {
  readonly world: TrafficWorld;
  readonly query: TrafficQuery;
  /** The objects that the API server rejects: they never reach the cluster. */
  readonly lost: ReadonlySet<IndexedObject>;
}

/** As `endpoints traffic` answers for the objects that are not lost. An address is judged in its own IP family, if the Service has that. */
export function serviceOutcomes(all: ServiceWorld, { world, query, lost }: OutcomeContext): ServiceOutcomes {
  const isLost = ({ entry }: TrafficObject): boolean => lost.has(entry);
  const rejected = { slices: all.slices.filter(isLost), endpoints: all.endpoints.filter(isLost) };
  const outcomes = acceptedOutcomes(withoutLost(all, lost), world, query);
  return { ...outcomes, addresses: new Map([...outcomes.addresses, ...writtenAlone(rejected)]) };
}

/** Without the slices and Endpoints that the API server rejects. */
export function withoutLost(own: ServiceWorld, lost: OutcomeContext['lost']): ServiceWorld {
  const isLeft = ({ entry }: TrafficObject): boolean => !lost.has(entry);
  return { ...own, slices: own.slices.filter(isLeft), endpoints: own.endpoints.filter(isLeft) };
}

function acceptedOutcomes(own: ServiceWorld, world: TrafficWorld, query: TrafficQuery): ServiceOutcomes {
  const { service } = own;
  const { consumer } = query;
  const zone = query.zone === undefined ? zoneOf(world, query.node) : query.zone;
  const families = query.family ? [query.family] : consumer ? (['IPv4'] as const) : (['IPv4', 'IPv6'] as const);
  const views = families.map((family): Viewpoint => ({ node: query.node, zone, family }));
  const refusal = consumer?.skips(service);
  const served = consumer ? (refusal ? [] : views) : views.filter((view) => !skipReason(service, view.family));
  const [first] = served;
  if (!first) {
    const skip = consumer ? 'consumer' : skipReason(service, families[0]);
    const isByDns = skip === 'headless' && !consumer;
    const isSkippedOnPurpose = refusal !== undefined && refusal.change === undefined;
    const addresses = isByDns ? published(own) : writtenAlone(own);
    return { skip, skipWords: refusal?.words ?? '', isSkippedOnPurpose, ports: [], addresses };
  }
  const all = served.map((view) => servedPorts(own, consumer, view));
  const ports = (all[0] ?? []).map((answer, i) => ({
    port: answer.port,
    answers: all.flatMap((answers) => answers[i] ?? []),
    families: served.map(({ family }) => family),
  }));
  const addresses: Addresses = new Map();
  for (const [i, { answers }] of ports.entries())
    for (const { all: usable, written } of answers) {
      const used = new Set(usable);
      const seen = new Map<TrafficObject, Map<string, number>>();
      for (const fate of written)
        add(addresses, { fate, isUsed: !fate.why && used.has(fate.address) }, i, ports.length, nextKey(seen, fate));
    }
  if (consumer) addUnread(addresses, own, { consumer, count: ports.length || service.ports.length || 1 });
  return { skip: undefined, skipWords: '', isSkippedOnPurpose: false, ports, addresses };
}

type Addresses = Map<TrafficObject, Map<string, { readonly outcomes: (Outcome | undefined)[] }>>;

/** Each of the many ports of a Service asks for it. */
export const addressKey = memo((path: Path) => path.join('/'));

/** The path, with a number where the address comes up again: a program may take several numbers of a port. */
function nextKey(seen: Map<TrafficObject, Map<string, number>>, { object, path }: AddressFate): string {
  const own = seen.get(object) ?? new Map<string, number>();
  seen.set(object, own);
  const key = addressKey(path);
  const count = (own.get(key) ?? 0) + 1;
  own.set(key, count);
  return count === 1 ? key : `${key} ${count}`;
}

function add(all: Addresses, outcome: Outcome, i: number, count: number, key = addressKey(outcome.fate.path)): void {
  const { object } = outcome.fate;
  const own = all.get(object) ?? new Map<string, { readonly outcomes: (Outcome | undefined)[] }>();
  all.set(object, own);
  const written = own.get(key) ?? { outcomes: Array.from({ length: count }, () => undefined) };
  own.set(key, written);
  const known = written.outcomes[i];
  // The proxy of the other family ignores the slice; that says nothing about the address.
  if (!known || (!known.isUsed && (outcome.isUsed || known.fate.why?.kind === 'family'))) written.outcomes[i] = outcome;
}

/** Another program than kube-proxy does not mention the addresses of objects that it does not read. */
function addUnread(
  all: Addresses,
  own: ServiceWorld,
  { consumer, count }: { readonly consumer: Consumer; readonly count: number },
): void {
  const keyOf = ({ entry }: TrafficObject, path: string): string => `${entry.uri} ${entry.ordinal} ${path}`;
  const mentioned = new Set([...all].flatMap(([object, own]) => [...own.keys()].map((path) => keyOf(object, path))));
  for (const { fate } of fatesOf(own)) {
    if (mentioned.has(keyOf(fate.object, addressKey(fate.path)))) continue;
    const why = fate.why ?? unreadReason(consumer);
    for (let i = 0; i < count; i++) add(all, { fate: { ...fate, why }, isUsed: false }, i, count);
  }
}

function unreadReason(consumer: Consumer): Reason {
  if (consumer.reads === 'slices') return { kind: 'no-ports' };
  return because('endpoints-only', readsNone(consumer), 'Write Endpoints.');
}

/** Of a headless Service: those with which DNS answers. */
function published(own: ServiceWorld): Addresses {
  const ports = [...Array(Math.max(own.service.ports.length, 1)).keys()];
  const read = new Set(dnsSlices(own));
  const all: Addresses = new Map();
  for (const { slice, fate, isReady } of fatesOf(own)) {
    const isRead = slice !== undefined && read.has(slice);
    const why = isRead ? (isReady ? undefined : ({ kind: 'not-ready' } as const)) : claimOf(slice, own, fate);
    // DNS answers with the address whatever the port is.
    for (const i of ports) add(all, { fate: { ...fate, why }, isUsed: why === undefined }, i, ports.length);
  }
  return all;
}

function claimOf(slice: TrafficSlice | undefined, own: ServiceWorld, fate: AddressFate): Reason {
  return (slice && claimReason(slice, own)) ?? fate.why ?? { kind: 'not-ready' };
}

/** Of a Service that nothing serves, or of objects that nothing reads: no outcome is one of a port. */
function writtenAlone(own: Pick<ServiceWorld, 'slices' | 'endpoints'>): Addresses {
  const all: Addresses = new Map();
  for (const { fate } of fatesOf(own)) add(all, { fate, isUsed: false }, 0, 1);
  return all;
}

interface WrittenFate {
  readonly fate: AddressFate;
  readonly isReady: boolean;
  readonly slice: TrafficSlice | undefined;
}

/** All addresses of the slices, and those of Endpoints that are in no mirrored slice. */
export function fatesOf({ slices, endpoints }: Pick<ServiceWorld, 'slices' | 'endpoints'>): readonly WrittenFate[] {
  return [
    ...slices.flatMap((slice) =>
      slice.endpoints.flatMap((endpoint) =>
        endpoint.addresses.map((address, i): WrittenFate => {
          const { ready = true, serving = true, terminating = false } = endpoint;
          const path = endpoint.addressPaths[i] ?? endpoint.path;
          const fate = { address, object: slice, path, ready, serving, terminating, isLocal: false, why: undefined };
          return { fate, isReady: isPublished(endpoint), slice };
        }),
      ),
    ),
    ...endpoints.flatMap((object) => {
      const { obstacle } = object;
      const all = obstacle
        ? object.written.map((each) => ({ ...each, reason: { kind: 'unmirrored', obstacle } as const }))
        : object.lost.map(({ address, path, why }) => {
            return { address, path, isReady: true, reason: { kind: 'unmirrored-address', why } as const };
          });
      return all.map(({ address, path, isReady, reason: why }): WrittenFate => {
        const state = { ready: isReady, serving: true, terminating: false, isLocal: false };
        return { fate: { address, object, path, ...state, why }, isReady, slice: undefined };
      });
    }),
  ];
}

/** The slices of an object that an address may be an endpoint of. */
export function slicesIn(object: TrafficObject): readonly TrafficSlice[] {
  if (isTrafficSlice(object)) return [object];
  return 'subsets' in object ? (object.subsets as readonly TrafficSlice[]) : [];
}
