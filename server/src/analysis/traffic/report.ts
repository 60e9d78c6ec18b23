/** What kube-proxy makes of all Services from one viewpoint, as plain data with places: the answer of `endpoints traffic`. */
import type { IpFamily } from '../../contract/ip.ts';
import type { Path } from '../../tree/path.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { Place } from '../listing/listing.ts';
import { groupBy } from '../../text/group.ts';
import { kubeProxy, readsNone, type Consumer } from './consumers/consumer.ts';
import { consumedPorts } from './consumers/consume.ts';
import { compareNames } from './names.ts';
import { claimReason, proxiedPorts, skipReason, sliceReason, type ProxiedPort } from './proxy.ts';
import { reasonCode } from './reasons.ts';
import { reasonField, type FieldOf } from './reason-place.ts';
import { reasonWords, skipWords, sliceWords } from './reason-words.ts';
import type { ServiceWorld, TrafficObject, TrafficService, TrafficWorld, Viewpoint } from './model.ts';

/** A place in a text; undefined for one that is in no text of the workspace. */
export type LocateField = (entry: IndexedObject, path: Path) => FieldPlace | undefined;

interface FieldPlace {
  readonly file: string;
  readonly range: Place;
  /** The folder of the kustomization that builds the object; undefined for an object as a text writes it. */
  readonly build?: string | undefined;
}

export interface TrafficPlace {
  readonly file: string | null;
  /** Line, column, end line, end column: from 1, in UTF-16 units, the end is exclusive. */
  readonly range: Place | null;
}

export interface UnknownValue extends TrafficPlace {
  /** Its source text. */
  readonly text: string;
}

export interface ReportedEndpoint extends TrafficPlace {
  readonly address: string;
  readonly used: boolean;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  readonly local: boolean;
  readonly why: ({ readonly code: string; readonly message: string } & TrafficPlace) | null;
}

export interface ReportedPort {
  readonly name: string;
  readonly protocol: string;
  readonly port: number;
  readonly cluster: readonly string[];
  readonly local: readonly string[];
  readonly all: readonly string[];
  readonly any: boolean;
  readonly usesCluster: boolean;
  readonly usesLocal: boolean;
  readonly external: boolean;
  readonly topology: ProxiedPort['topology'];
  /** False where a value that is not known, or the random order of slices, may change the answer. */
  readonly certain: boolean;
  /** The values that are not known; one without text stands for the members that a template may add. */
  readonly unknown: readonly UnknownValue[];
  readonly endpoints: readonly ReportedEndpoint[];
}

export interface ReportedService extends TrafficPlace {
  readonly namespace: string;
  readonly name: string;
  /** Null for a consumer that reads both families. */
  readonly family: IpFamily | null;
  /** The folder of the kustomization that builds it; null where none does. */
  readonly build: string | null;
  /** True where the control plane makes slices of Pods, which no text holds. */
  readonly selector: boolean;
  readonly ports: readonly ReportedPort[];
}

export interface TrafficReport {
  readonly version: 1;
  readonly services: readonly ReportedService[];
  readonly skipped: readonly { readonly namespace: string; readonly name: string; readonly why: string }[];
  readonly slices: {
    readonly read: readonly string[];
    readonly ignored: readonly { readonly slice: string; readonly why: string }[];
  };
}

export interface TrafficQuery {
  /** Empty for no node. */
  readonly node: string;
  /** Null for a node without the label; undefined to take it from the Node of that name. */
  readonly zone: string | null | undefined;
  /** Undefined for both, one Service after the other. */
  readonly family: IpFamily | undefined;
  /** Undefined for kube-proxy. */
  readonly consumer: Consumer | undefined;
}

export function trafficReport(world: TrafficWorld, query: TrafficQuery, locate: LocateField): TrafficReport {
  return query.consumer ? consumerReport(world, query.consumer, query, locate) : proxyReport(world, query, locate);
}

function proxyReport(world: TrafficWorld, query: TrafficQuery, locate: LocateField): TrafficReport {
  const families = query.family ? [query.family] : (['IPv4', 'IPv6'] as const);
  const views = families.map((family) => viewpointOf(world, query, family));
  const services: ReportedService[] = [];
  const skipped: TrafficReport['skipped'][number][] = [];
  for (const each of sortedServices(world)) {
    const { service } = each;
    const { namespace, name } = service;
    const skips = views.map(({ family }) => ({ family, skip: skipReason(service, family) }));
    const [first] = skips;
    // A Service of one family lacks the other one by intention.
    if (first?.skip && skips.every(({ skip }) => skip))
      skipped.push({ namespace, name, why: skipWords(first.skip, first.family) });
    for (const [i, viewpoint] of views.entries()) {
      if (skips[i]?.skip) continue;
      services.push(
        reportedService(service, viewpoint.family, { ports: proxiedPorts(each, viewpoint), who: kubeProxy }, locate),
      );
    }
  }
  return { version: 1, services, skipped, slices: slicesOf(world, families) };
}

/** A consumer reads both IP families. */
function consumerReport(
  world: TrafficWorld,
  consumer: Consumer,
  query: TrafficQuery,
  locate: LocateField,
): TrafficReport {
  const viewpoint = viewpointOf(world, query, query.family ?? 'IPv4');
  const services: ReportedService[] = [];
  const skipped: TrafficReport['skipped'][number][] = [];
  for (const each of sortedServices(world)) {
    const { service } = each;
    const skip = consumer.skips(service);
    if (!skip)
      services.push(
        reportedService(
          service,
          null,
          { ports: consumedPorts(each, consumer, viewpoint), who: consumer.title },
          locate,
        ),
      );
    else skipped.push({ namespace: service.namespace, name: service.name, why: skip.words });
  }
  return { version: 1, services, skipped, slices: consumedSlices(world, consumer) };
}

/** Each written slice once, with why the consumer does not read it. */
function consumedSlices({ services, strays }: TrafficWorld, consumer: Consumer): TrafficReport['slices'] {
  const slices = new Map<string, string>();
  for (const { slice, why } of strays)
    slices.set(nameOf(slice), consumer.readsStrays ? '' : readsNone(consumer) || sliceWords({ kind: why }));
  for (const { service, slices: own } of services)
    for (const slice of own)
      if (!slice.isMirrored)
        slices.set(nameOf(slice), readsNone(consumer) || (consumer.refuses(slice, service, own)?.words ?? ''));
  const names = [...slices].sort(([a], [b]) => compareNames(a, b));
  return {
    read: names.flatMap(([slice, why]) => (why === '' ? slice : [])),
    ignored: names.flatMap(([slice, why]) => (why === '' ? [] : { slice, why })),
  };
}

/** By namespace and name; several texts may write one Service. */
export function sortedServices({ services }: TrafficWorld): readonly ServiceWorld[] {
  return services.toSorted(
    ({ service: a }, { service: b }) => compareNames(nameOf(a), nameOf(b)) || compareNames(a.entry.uri, b.entry.uri),
  );
}

function viewpointOf(world: TrafficWorld, { node, zone }: TrafficQuery, family: IpFamily): Viewpoint {
  return { node, zone: zone === undefined ? zoneOf(world, node) : zone, family };
}

function reportedService(
  service: TrafficService,
  family: IpFamily | null,
  { ports, who }: { readonly ports: readonly ProxiedPort[]; readonly who: string },
  locate: LocateField,
): ReportedService {
  const { namespace, name, entry, hasSelector } = service;
  const { file, range, build } = locate(entry, ['metadata', 'name']) ?? nowhere;
  const reported = ports
    .map((port) => reportedPort(port, who, locate))
    .sort((a, b) => compareNames(a.name, b.name) || compareNames(a.protocol, b.protocol) || a.port - b.port);
  return { namespace, name, family, file, range, build: build ?? null, selector: hasSelector, ports: reported };
}

/** The zone of the Node of this name; null where none is written. */
export function zoneOf({ nodes }: Pick<TrafficWorld, 'nodes'>, node: string): string | null {
  return nodes.find(({ name }) => name === node)?.zone ?? null;
}

function reportedPort(proxied: ProxiedPort, who: string, locate: LocateField): ReportedPort {
  const { port, cluster, local, all, hasAny, usesCluster, usesLocal, isExternal, topology } = proxied;
  const used = new Set(all);
  return {
    name: port.name,
    protocol: port.protocol,
    port: port.number,
    cluster,
    local,
    all,
    any: hasAny,
    usesCluster,
    usesLocal,
    external: isExternal,
    topology,
    certain: proxied.unknown.length === 0 && !proxied.isByChance,
    unknown: unknownIn(proxied, locate),
    endpoints: proxied.written.map((fate) => {
      const { address, object, path, why } = fate;
      return {
        address,
        ...placeOf({ entry: object.entry, path }, locate),
        used: !why && used.has(address),
        ready: fate.ready,
        serving: fate.serving,
        terminating: fate.terminating,
        local: fate.isLocal,
        why: why
          ? {
              code: reasonCode(why),
              message: reasonWords(why, { port, object }, who),
              ...placeOf(reasonField(why, fate, proxied.service), locate),
            }
          : null,
      };
    }),
  };
}

/** Each unknown value once, by its place. */
function unknownIn({ unknown }: ProxiedPort, locate: LocateField): readonly UnknownValue[] {
  const all = unknown.map(({ entry, path, text }) => ({ text, ...placeOf({ entry, path }, locate) }));
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

function placeOf({ entry, path }: FieldOf, locate: LocateField): TrafficPlace {
  const { file, range } = locate(entry, path) ?? nowhere;
  return { file, range };
}

const nowhere = { file: null, range: null, build: undefined };

/** Each written slice once, by namespace and name. */
function slicesOf(world: TrafficWorld, families: readonly IpFamily[]): TrafficReport['slices'] {
  const owned = world.services.flatMap((each) => each.slices.map((slice) => ({ slice, world: each })));
  const { isMirroring } = world;
  const strays = world.strays.map(({ slice }) => ({ slice, world: { slices: [slice], isMirroring } }));
  const written = [...owned, ...strays].filter(({ slice }) => !slice.isMirrored);
  const read: string[] = [];
  const ignored: TrafficReport['slices']['ignored'][number][] = [];
  for (const [first] of groupBy(written, (each) => each.slice.entry).values()) {
    if (!first) continue;
    const { slice, world: own } = first;
    const refusals = families.map((family) => sliceReason(slice, { family }));
    const refused = refusals.every((each) => each) ? refusals[0] : undefined;
    const claimed = refused ? undefined : claimReason(slice, own);
    const why = refused ?? claimed;
    const name = nameOf(slice);
    if (why) ignored.push({ slice: name, why: sliceWords(why) });
    if (!refused && claimed?.kind !== 'deleted') read.push(name);
  }
  return { read: read.sort(), ignored: ignored.sort((a, b) => compareNames(a.slice, b.slice)) };
}

function nameOf({ namespace, name }: TrafficObject): string {
  return `${namespace}/${name}`;
}
