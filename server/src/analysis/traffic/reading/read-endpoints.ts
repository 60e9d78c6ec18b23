/** Reads Endpoints for the simulation of traffic: the slices that the mirroring controller makes of them, and what it leaves out. */
import { Endpoints } from '../../../contract/endpoints.ts';
import { familyOfIp, parseIp } from '../../../contract/ip.ts';
import { serviceNameLabel } from '../../../contract/endpoint-slice.ts';
import { groupBy } from '../../../text/group.ts';
import { memoBy } from '../../../text/memo.ts';
import type { Applied } from '../../facts/apply-facts.ts';
import { mappingOf } from '../../apply/json-tree.ts';
import { bind } from '../../binding/bind.ts';
import { skipLabel } from '../../slices/mirror-blockers.ts';
import { mirror, type MirroredSlice, type Mirroring } from '../../slices/mirror.ts';
import type { Path } from '../../../tree/path.ts';
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import { At, JsonReading } from './json-reading.ts';
import { identityOf } from '../names.ts';
import { isMirroredAsWritten } from './plain-mirror.ts';
import { canonicalAddress, readPort, targetOf } from './read-slice.ts';
import type { TrafficEndpoint, LostAddress, MirrorObstacle, TrafficEndpoints, TrafficSlice } from '../model.ts';

export interface ReadEndpoints {
  readonly object: TrafficEndpoints;
  /** What the controller makes for a Service without a selector; empty with an obstacle. */
  readonly slices: readonly TrafficSlice[];
}

/** Undefined for an object that is no Endpoints, or that is not sent. */
export const readEndpoints = memoBy((entry: IndexedObject, minor: number): ReadEndpoints | undefined => {
  const { applied, kind } = entry.facts;
  return applied && kind === 'Endpoints' ? read(entry, applied, minor) : undefined;
});

function read(entry: IndexedObject, applied: Applied, minor: number): ReadEndpoints {
  const plain = plainReading(entry, applied);
  const identity = identityOf(entry);
  const common = { entry, ...identity, annotations: plain.annotations, unknown: plain.unknown };
  const labels = new Map([...plain.labels, [serviceNameLabel, identity.name]]);
  const subsets = plain.slices.map((slice) => ({ ...common, labels, ...slice }));
  const made = { ...common, labels: plain.labels, written: plain.written, subsets };
  if (isMirroredAsWritten(applied, identity.name))
    return { object: { ...made, obstacle: undefined, lost: [] }, slices: subsets };
  const binding = bind(mappingOf(applied.config), Endpoints, { minor, isPartial: false });
  const mirroring = mirror(binding, identity.name, minor);
  const slices =
    mirroring.kind === 'slices' && applied.isWhole
      ? mirroring.slices.filter(({ refusal }) => !refusal).map((slice) => ({ ...common, ...mirrored(slice, plain) }))
      : mirroring.kind === 'unknown' || mirroring.kind === 'slices'
        ? subsets
        : [];
  return { object: { ...made, obstacle: obstacleOf(mirroring), lost: lostIn(mirroring) }, slices };
}

function mirrored(
  slice: MirroredSlice,
  plain: PlainReading,
): Pick<TrafficSlice, 'labels' | 'service' | 'addressType' | 'ports' | 'endpoints' | 'isMirrored'> {
  return {
    labels: new Map(Object.entries(slice.labels)),
    service: slice.labels[serviceNameLabel],
    addressType: slice.addressType,
    ports: slice.ports.map(({ name, protocol, port, appProtocol = '' }) => ({
      name,
      protocol,
      number: port || undefined,
      appProtocol,
      path: plain.portPaths.get(portKey(name, protocol, port)) ?? ['subsets'],
    })),
    endpoints: slice.endpoints.map(({ addresses, conditions, hostname = '', nodeName = '', targetRef }, i) => {
      const { path = [] } = slice.sources[i] ?? {};
      return mirroredEndpoint({
        addresses: addresses.map(canonicalAddress),
        ready: conditions.ready,
        hostname,
        nodeName,
        target: targetRef && {
          kind: targetRef['kind'] ?? '',
          name: targetRef['name'] ?? '',
          isExact: Boolean(targetRef['namespace'] && targetRef['uid']),
        },
        path,
        addressPaths: [[...path, 'ip']],
      });
    }),
    isMirrored: true,
  };
}

function portKey(name: string, protocol: string, number: number | undefined): string {
  return `${protocol} ${number ?? 0} ${name}`;
}

type MirroredFields = Omit<TrafficEndpoint, 'serving' | 'terminating' | 'zone' | 'hintedZones' | 'hintedNodes'>;

/** Without the fields that a mirrored endpoint never has. A spread of constants here would take half of the simulation. */
function mirroredEndpoint(fields: MirroredFields): TrafficEndpoint {
  return {
    addresses: fields.addresses,
    ready: fields.ready,
    serving: undefined,
    terminating: undefined,
    nodeName: fields.nodeName,
    zone: '',
    hostname: fields.hostname,
    hintedZones: none,
    hintedNodes: none,
    target: fields.target,
    path: fields.path,
    addressPaths: fields.addressPaths,
  };
}

const none: readonly string[] = [];

function obstacleOf(mirroring: Mirroring): MirrorObstacle | undefined {
  if (mirroring.kind === 'stopped') return { kind: 'stopped', path: mirroring.by.path };
  if (mirroring.kind === 'unreadable') return { kind: 'rejected', path: mirroring.at.path };
  if (mirroring.kind !== 'slices' || mirroring.slices.some(({ refusal }) => !refusal)) return undefined;
  return mirroring.slices.length > 0 ? { kind: 'rejected', path: ['subsets'] } : undefined;
}

function lostIn(mirroring: Mirroring): readonly LostAddress[] {
  if (mirroring.kind !== 'slices') return [];
  const rejected = mirroring.slices
    .filter(({ refusal }) => refusal)
    .flatMap(({ endpoints, sources }) =>
      endpoints.map(({ addresses: [address = ''] }, i): LostAddress => {
        const path = [...(sources[i]?.path ?? []), 'ip'];
        return { address: canonicalAddress(address), path, why: 'rejected' };
      }),
    );
  const lost = mirroring.losses.flatMap((loss): LostAddress[] => {
    if (loss.kind !== 'beyond' && loss.kind !== 'not-an-ip' && loss.kind !== 'same-endpoint') return [];
    const { path, children } = loss.at;
    const ip = children.find(({ entry }) => entry?.name === 'ip')?.value;
    const address = ip?.kind === 'scalar' && typeof ip.value === 'string' ? canonicalAddress(ip.value) : '';
    return [{ address, path: [...path, 'ip'], why: loss.kind }];
  });
  return [...lost, ...rejected];
}

type PlainSlice = Pick<TrafficSlice, 'service' | 'addressType' | 'ports' | 'endpoints' | 'isMirrored'>;

interface PlainReading extends Pick<TrafficEndpoints, 'labels' | 'annotations' | 'unknown' | 'written'> {
  /** A slice for each subset and IP family, for Endpoints of which not everything is known. */
  readonly slices: readonly PlainSlice[];
  /** The first port of each name, protocol and number. */
  readonly portPaths: ReadonlyMap<string, Path>;
}

function plainReading(entry: IndexedObject, { config, isWhole }: Applied): PlainReading {
  const reading = new JsonReading(entry, isWhole);
  const root = new At(config);
  const metadata = reading.member(root, 'metadata');
  const labels = reading.texts(reading.member(metadata, 'labels'), [skipLabel]);
  const annotations = reading.texts(reading.member(metadata, 'annotations'));
  const { name } = identityOf(entry);
  const written: PlainReading['written'][number][] = [];
  const portPaths = new Map<string, Path>();
  const slices = reading.items(reading.member(root, 'subsets')).flatMap((subset) => {
    const ports = reading.items(reading.member(subset, 'ports')).map((port) => readPort(reading, port));
    for (const { name: of, protocol, number, path } of ports.toReversed())
      portPaths.set(portKey(of, protocol, number), path);
    const endpoints = (['addresses', 'notReadyAddresses'] as const).flatMap((list) =>
      reading.items(reading.member(subset, list)).map((address): TrafficEndpoint => {
        const ip = reading.member(address, 'ip');
        const text = canonicalAddress(reading.text(ip) ?? '');
        written.push({ address: text, isReady: list === 'addresses', path: ip.path });
        return mirroredEndpoint({
          addresses: [text],
          ready: list === 'addresses',
          hostname: reading.text(address, 'hostname') ?? '',
          nodeName: reading.text(address, 'nodeName') ?? '',
          target: targetOf(reading, reading.member(address, 'targetRef')),
          path: address.path,
          addressPaths: [ip.path],
        });
      }),
    );
    return byFamily(endpoints).map((own) => ({ ...own, service: name, ports, isMirrored: true }));
  });
  return { labels, annotations, unknown: reading.unknown, written, slices, portPaths };
}

/** An unknown address counts as one of the family of the others, or else as IPv4. */
function byFamily(endpoints: readonly TrafficEndpoint[]): readonly Pick<PlainSlice, 'addressType' | 'endpoints'>[] {
  const families = endpoints.map(({ addresses: [address = ''] }) => {
    const ip = parseIp(address);
    return ip && familyOfIp(ip);
  });
  const fallback = families.find((family) => family !== undefined) ?? 'IPv4';
  const numbered = endpoints.map((endpoint, i) => ({ endpoint, family: families[i] ?? fallback }));
  return [...groupBy(numbered, ({ family }) => family)].map(([addressType, own]) => ({
    addressType,
    endpoints: own.map(({ endpoint }) => endpoint),
  }));
}
