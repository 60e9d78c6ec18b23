/** Simulates the mirroring controller on one Endpoints object. The caller checks whether a Service exists. */
import { generateNameProblem, utf8Length } from '../../contract/string-format.ts';
import { managedByLabel, mirroringController, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { changeTimeAnnotation } from '../../contract/endpoints.ts';
import { familyOfIp, type IpFamily } from '../../contract/ip.ts';
import { lastAppliedAnnotation } from '../../contract/meta.ts';
import { groupBy } from '../../text/group.ts';
import { attachment } from '../../text/memo.ts';
import { member, textOf, type Binding, type Bound } from '../binding/bind.ts';
import { firstDynamic, isStatic } from '../binding/static-value.ts';
import { lossesIn, type Loss } from './losses.ts';
import { sortPacks } from './pack-order.ts';
import { firstRepacking, packsOf, type MirroredAddress, type Pack } from './repack.ts';
import {
  endpointKey,
  endpointOf,
  portOf,
  portsKey,
  type SliceEndpoint,
  type SliceMetadata,
  type SlicePort,
  type Texts,
} from './slice.ts';
import { deletionTimestampOf, mirrorBlocker } from './mirror-blockers.ts';

/** The most addresses that are mirrored for one set of ports. */
export const mostAddresses = 1_000;

export interface MirroredSlice extends SliceMetadata {
  readonly addressType: IpFamily;
  readonly ports: readonly SlicePort[];
  readonly endpoints: readonly SliceEndpoint[];
  /** The address in the Endpoints of which each endpoint is made. */
  readonly sources: readonly Bound[];
  /** Why the API server rejects the slice; undefined where it accepts it. */
  readonly refusal: MirrorRejection | undefined;
}

/** Two ports with one name, or a Service name that is too long for a label. */
export type MirrorRejection = { readonly kind: 'port-name'; readonly name: string } | { readonly kind: 'long-name' };

export type Mirroring =
  | { readonly kind: 'slices'; readonly slices: readonly MirroredSlice[]; readonly losses: readonly Loss[] }
  /** A label, an annotation or a deletion timestamp stops the controller. */
  | { readonly kind: 'stopped'; readonly by: Bound }
  /** A value of the wrong type: the API server rejects the object. */
  | { readonly kind: 'unreadable'; readonly at: Bound }
  /** An opaque value or a template decides. */
  | { readonly kind: 'unknown'; readonly at: Bound };

/** The result for the object with this final name in a Kubernetes minor version. */
export function mirror(binding: Binding, name: string, minor: number): Mirroring {
  const known = mirrorings(binding);
  const key = `${minor} ${name}`;
  let made = known.get(key);
  if (!made) known.set(key, (made = make(binding, name, minor)));
  return made;
}

/** Code lens, hover and the shown document ask for the same result. */
const mirrorings = attachment((_binding: Binding) => new Map<string, Mirroring>());

function make(binding: Binding, name: string, minor: number): Mirroring {
  const { root } = binding;
  const metadata = member(root, 'metadata');
  const maps = ['labels', 'annotations'].flatMap((each) => (metadata && member(metadata, each)) ?? []);
  const above = [root, ...(metadata ? [metadata] : []), ...maps].find((node) => !isStatic(node));
  if (above) return { kind: 'unknown', at: above };
  const by = mirrorBlocker(root) ?? deletionTimestampOf(root);
  if (by) return { kind: 'stopped', by };
  const subsets = member(root, 'subsets');
  const mistyped = unreadable(binding);
  if (mistyped) return { kind: 'unreadable', at: mistyped };
  const at = [...maps, ...(subsets ? [subsets] : [])].flatMap((node) => firstDynamic(node) ?? [])[0];
  if (at) return { kind: 'unknown', at };
  if (!subsets) return { kind: 'slices', slices: [], losses: [] };
  const packs = packsOf(subsets, minor);
  const losses: Loss[] = [...lossesIn(subsets, packs, minor)];
  const about = metadataOf(metadata, name, minor);
  const slices = groupsIn(ordered(packs, minor), minor, losses).map((group) => sliceOf(group, about, losses));
  return { kind: 'slices', slices, losses };
}

function unreadable({ mismatches }: Binding): Bound | undefined {
  return mismatches.flatMap((each) => (each.kind === 'type' || each.kind === 'range' ? [each.node] : []))[0];
}

/** Packs with equal ports go into one slice, so they are adjacent, in the order of the controller. */
function ordered(packs: readonly Pack[], minor: number): readonly Pack[] {
  const groups = groupBy(packs, ({ ports }) => portsKey(ports.map(portOf)));
  return [...groups.values()].flatMap((group) =>
    group.length < 2 || minor < firstRepacking ? group : sortPacks(group),
  );
}

/** The endpoints of one slice, by the key that the controller uses. */
interface Group {
  readonly addressType: IpFamily;
  readonly ports: readonly SlicePort[];
  readonly endpoints: Map<string, { readonly endpoint: SliceEndpoint; readonly from: MirroredAddress }>;
}

function groupsIn(packs: readonly Pack[], minor: number, losses: Loss[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const pack of packs) {
    const ports = pack.ports.map(portOf);
    const samePorts = portsKey(ports);
    let count = 0;
    for (const from of pack.addresses) {
      const { parsed, node } = from.record;
      if (!parsed || count >= mostAddresses) {
        losses.push(parsed ? { kind: 'beyond', at: node, isChance: false } : { kind: 'not-an-ip', at: node });
        continue;
      }
      count++;
      const addressType = familyOfIp(parsed);
      const key = `${addressType} ${samePorts}`;
      const group: Group = groups.get(key) ?? { addressType, ports, endpoints: new Map() };
      groups.set(key, group);
      insert(group, { endpoint: endpointOf(from, parsed, minor), from }, losses);
    }
  }
  return [...groups.values()];
}

/** The last endpoint with a key replaces the others. */
function insert({ endpoints }: Group, next: { endpoint: SliceEndpoint; from: MirroredAddress }, losses: Loss[]): void {
  const key = endpointKey(next.endpoint);
  const before = endpoints.get(key);
  if (before && JSON.stringify(before.endpoint) !== JSON.stringify(next.endpoint))
    losses.push({ kind: 'same-endpoint', at: before.from.record.node, by: next.from.record.node });
  endpoints.set(key, next);
}

/** A slice holds 1,000 endpoints. Where several packs share a slice, their order is unpredictable. */
function sliceOf({ addressType, ports, endpoints }: Group, about: SliceMetadata, losses: Loss[]): MirroredSlice {
  const all = [...endpoints.values()];
  for (const { from } of all.slice(mostAddresses))
    losses.push({ kind: 'beyond', at: from.record.node, isChance: true });
  const kept = all.slice(0, mostAddresses);
  return {
    addressType,
    ...about,
    ports,
    endpoints: kept.map(({ endpoint }) => endpoint),
    sources: kept.map(({ from }) => from.record.node),
    refusal: refusalOf(ports, about),
  };
}

const longestLabel = 63;

function refusalOf(ports: readonly SlicePort[], { labels }: SliceMetadata): MirrorRejection | undefined {
  const twin = ports.find(({ name }, i) => ports.findIndex((each) => each.name === name) < i);
  if (twin) return { kind: 'port-name', name: twin.name };
  return utf8Length(labels[serviceNameLabel] ?? '') > longestLabel ? { kind: 'long-name' } : undefined;
}

/** The first minor version that copies annotations. */
const firstAnnotations = 21;

/** Annotations that the controller does not copy. */
export const unmirroredAnnotations: ReadonlySet<string> = new Set([changeTimeAnnotation, lastAppliedAnnotation]);

function metadataOf(metadata: Bound | undefined, name: string, minor: number): SliceMetadata {
  const prefix = `${name}-`;
  const own = { [serviceNameLabel]: name, [managedByLabel]: mirroringController };
  const annotations = minor < firstAnnotations ? {} : textsIn(metadata, 'annotations');
  return {
    labels: sorted({ ...textsIn(metadata, 'labels'), ...own }),
    annotations: sorted(
      Object.fromEntries(Object.entries(annotations).filter(([key]) => !unmirroredAnnotations.has(key))),
    ),
    generateName: generateNameProblem(prefix) === undefined ? prefix : name,
  };
}

function textsIn(metadata: Bound | undefined, name: string): Texts {
  const map = metadata && member(metadata, name);
  return Object.fromEntries((map?.children ?? []).map((node) => [node.entry?.name ?? '', textOf(node) ?? '']));
}

function sorted(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
