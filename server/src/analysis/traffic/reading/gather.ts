/** Gathers the objects that decide on traffic, and finds the slices and Endpoints of each Service. */
import { canonicalText } from '../../../contract/ip.ts';
import { groupBy } from '../../../text/group.ts';
import { memo } from '../../../text/memo.ts';
import { areRenderedTogether } from '../../facts/condition.ts';
import { memberItems, memberOf } from '../../apply/json-value.ts';
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import { nearestObjects } from '../../workspace/nearest.ts';
import { meansTheSame, mostNamesakes } from '../../workspace/relations.ts';
import { compareNames } from '../names.ts';
import { readEndpoints, type ReadEndpoints } from './read-endpoints.ts';
import { readService } from './read-service.ts';
import { readSlice } from './read-slice.ts';
import { UnknownOwners } from './unknown-owners.ts';
import type {
  MirrorObstacle,
  ServiceWorld,
  TrafficEndpoints,
  TrafficNode,
  TrafficObject,
  TrafficService,
  TrafficSlice,
  TrafficWorld,
  UnknownPart,
} from '../model.ts';

export interface GatherOptions {
  /** The Kubernetes minor version. */
  readonly minor: number;
  /** False for a cluster without the EndpointSlice mirroring controller. */
  readonly isMirroring: boolean;
}

/** The world of the objects, each Service with its own: where several have one name, an object belongs to the nearest. */
export function gatherTraffic(objects: Iterable<IndexedObject>, options: GatherOptions): TrafficWorld {
  const services: TrafficService[] = [];
  const slices: TrafficSlice[] = [];
  const endpoints: ReadEndpoints[] = [];
  const nodes: TrafficNode[] = [];
  const patches: IndexedObject[] = [];
  for (const entry of objects) {
    const { kind, group } = entry.facts;
    const service = kind === 'Service' && group === '' ? readService(entry) : undefined;
    const slice = kind === 'EndpointSlice' ? readSlice(entry) : undefined;
    const read = kind === 'Endpoints' ? readEndpoints(entry, options.minor) : undefined;
    if (service) services.push(service);
    if (slice) slices.push(slice);
    if (read) endpoints.push(read);
    if (kind === 'Node' && group === '') nodes.push(nodeOf(entry));
    if (kind === 'ServicePatch' || kind === 'EndpointsPatch' || kind === 'EndpointSlicePatch') patches.push(entry);
  }
  const patched = patchesOf(patches);
  const worlds = new Map(services.map((service) => [service.entry, worldOf(service, patched, options)]));
  const byName = groupBy(services, keyOf);
  const strays: TrafficWorld['strays'][number][] = [];
  const crowded = new Set<TrafficService>();
  for (const slice of slices) {
    const owners = ownersOf(slice, slice.service ?? '', byName, crowded);
    for (const owner of owners) worlds.get(owner.entry)?.slices.push(withPatches(slice, patched));
    if (owners.length === 0) strays.push({ slice, why: slice.service ? 'no-service' : 'no-label' });
  }
  const strayEndpoints: TrafficEndpoints[] = [];
  for (const { object, slices: mirrored } of endpoints) {
    const owners = ownersOf(object, object.name, byName, crowded);
    if (owners.length === 0) strayEndpoints.push({ ...object, obstacle: { kind: 'no-service' } });
    for (const owner of owners) {
      const obstacle = obstacleAt(object, owner, options);
      const world = worlds.get(owner.entry);
      world?.endpoints.push({ ...withPatches(object, patched), obstacle });
      if (!obstacle) world?.slices.push(...mirrored);
    }
  }
  const owners = new UnknownOwners(
    strays.map(({ slice }) => slice),
    strayEndpoints,
  );
  // In random order for kube-proxy, but other programs read them by name.
  for (const { slices: own } of worlds.values()) own.sort(byNameAndPlace);
  const all = services.flatMap((service) => {
    const world = worlds.get(service.entry);
    const part = crowded.has(service) ? { entry: service.entry, path: [], text: '' } : owners.of(service);
    return world ? [withPart(world, part)] : [];
  });
  return { services: all, isMirroring: options.isMirroring, strays, strayEndpoints, nodes };
}

function withPart(world: ServiceWorld, part: UnknownPart | undefined): ServiceWorld {
  const { service } = world;
  return part ? { ...world, service: { ...service, unknown: [...service.unknown, part] } } : world;
}

/** The order of files must not decide. */
function byNameAndPlace(a: TrafficSlice, b: TrafficSlice): number {
  return compareNames(a.name, b.name) || compareNames(a.entry.uri, b.entry.uri) || a.entry.ordinal - b.entry.ordinal;
}

interface GatheredWorld extends ServiceWorld {
  readonly slices: TrafficSlice[];
  readonly endpoints: TrafficEndpoints[];
}

type Patches = ReadonlyMap<string, readonly UnknownPart[]>;

function worldOf(service: TrafficService, patches: Patches, { isMirroring }: GatherOptions): GatheredWorld {
  return { service: withPatches(service, patches), slices: [], endpoints: [], isMirroring };
}

function keyOf({ namespace, name }: Pick<TrafficObject, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`;
}

/** What patches of an object write is not merged here: it makes the answer uncertain. */
function patchesOf(patches: readonly IndexedObject[]): Patches {
  const parts = patches.flatMap((entry) =>
    entry.identities.map(({ namespace, name }) => ({
      key: `${entry.facts.kind} ${namespace}/${name}`,
      part: { entry, path: [], text: '' },
    })),
  );
  return new Map([...groupBy(parts, ({ key }) => key)].map(([key, all]) => [key, all.map(({ part }) => part)]));
}

function withPatches<T extends TrafficObject>(object: T, patches: Patches): T {
  if (patches.size === 0) return object;
  const { facts, identities } = object.entry;
  const parts = identities.flatMap(
    ({ namespace, name }) => patches.get(`${facts.kind}Patch ${namespace}/${name}`) ?? [],
  );
  return parts.length === 0 ? object : { ...object, unknown: [...object.unknown, ...parts] };
}

/**
 * The nearest Services of that name in the namespace of the object. A cluster has one; of a crowd only the first ones are
 * taken, as each of them repeats the whole object. The others are added to `crowded`.
 */
function ownersOf(
  { entry, namespace }: TrafficObject,
  name: string,
  byName: ReadonlyMap<string, readonly TrafficService[]>,
  crowded: Set<TrafficService>,
): readonly TrafficService[] {
  const named = entry.facts.slice?.target ?? entry.facts.name;
  const same = byName.get(keyOf({ namespace, name })) ?? [];
  const isAnywhere = named.isKnown || entry.facts.form !== 'terraform';
  const all = isAnywhere ? same : same.filter((each) => meansTheSame(named, entry, each.entry));
  if (all.length < 2)
    return all.filter((each) => areRenderedTogether(each.entry.facts.condition, entry.facts.condition));
  const near = new Set(nearestObjects(entriesOf(all), entry.uri));
  const owners = all.filter((each) => near.has(each.entry));
  for (const each of owners.slice(mostNamesakes)) crowded.add(each);
  return owners.slice(0, mostNamesakes);
}

/** One list for each list of Services, which is indexed once. */
const entriesOf = memo((services: readonly TrafficService[]): readonly IndexedObject[] =>
  services.map(({ entry }) => entry),
);

/** What keeps the controller from mirroring for this Service (`pkg/controller/endpointslicemirroring`). */
function obstacleAt(
  { obstacle }: TrafficEndpoints,
  { hasSelector }: TrafficService,
  { isMirroring }: GatherOptions,
): MirrorObstacle | undefined {
  if (!isMirroring) return { kind: 'off' };
  return hasSelector ? { kind: 'selector' } : obstacle;
}

function nodeOf(entry: IndexedObject): TrafficNode {
  const { sent, name } = entry.facts;
  const zone = memberOf(memberOf(memberOf(sent?.config, 'metadata'), 'labels'), 'topology.kubernetes.io/zone');
  const addresses = memberItems(memberOf(sent?.config, 'status'), 'addresses').flatMap((each) => {
    const address = memberOf(each, 'address');
    return typeof address === 'string' ? (canonicalText(address) ?? []) : [];
  });
  return { entry, name: name.text, zone: typeof zone === 'string' ? zone : undefined, addresses };
}
