/** Simulates the traffic of the Service of an object, with only the objects of that Service. Loaded with the first question. */
import type { FindingsOf } from '../../analysis/picture/reported-rules.ts';
import { gatherTraffic } from '../../analysis/traffic/reading/gather.ts';
import { explainTraffic } from '../../analysis/traffic/explain/explain.ts';
import type {
  Explanation,
  NameBefore,
  RejectionsOf,
  WhyContext,
  WhyQuestion,
} from '../../analysis/traffic/explain/explanation.ts';
import type { ServiceWorld, TrafficWorld } from '../../analysis/traffic/model.ts';
import { hasLocalPolicy } from '../../analysis/traffic/policies.ts';
import { identityOf } from '../../analysis/traffic/names.ts';
import { cutOf, namedViewpoints } from '../../analysis/traffic/explain/named-viewpoints.ts';
import { familyFinder } from '../../analysis/workspace/family.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { Identity, IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { memo } from '../../text/memo.ts';
import { aroundIn, builtToShow, overlaysOf } from '../shown/built-around.ts';
import type { BuiltFile, Files } from '../view.ts';
import { fieldStart } from './field-places.ts';

export interface TrafficOptions {
  /** The Kubernetes minor version. */
  readonly minor: number;
  /** False for a cluster without the mirroring controller. */
  readonly isMirroring: boolean;
  readonly rejectionsOf: RejectionsOf;
  /** What is reported for an object; also called with the keys of the index on which that depends. */
  readonly findingsOf: (noteKey: (key: string) => void) => FindingsOf;
  readonly nameBefore: NameBefore;
}

export type FilesOfTraffic = Pick<Files, 'workspace' | 'rootsOf' | 'overlay'>;

/** An object of a Service, with the traffic of that Service. */
export interface ObjectTraffic {
  /** As an overlay builds it, where one does. */
  readonly entry: IndexedObject;
  readonly root: BuiltFile | undefined;
  /** The names of the other overlays that build it. */
  readonly otherRoots: readonly string[];
  readonly traffic: TrafficOfService;
}

/** What decides on the traffic of one Service. Answers on it are computed once, for all of its objects. */
export interface TrafficOfService {
  readonly question: WhyQuestion;
  readonly world: TrafficWorld;
  /** Undefined where the Service of a slice or of Endpoints is not written. */
  readonly own: ServiceWorld | undefined;
  readonly options: TrafficOptions;
  /** The slices and Endpoints of the namespace that belong to no Service. */
  readonly strangers: () => Strangers;
  /** False where endpoints of the Service, or the Service itself, may be in files that are not known. */
  readonly isWhole: () => boolean;
}

type Strangers = Pick<TrafficWorld, 'strays' | 'strayEndpoints'>;

/** With more objects of one name, there is no answer. */
const mostObjects = 2_000;

/** In addresses, each once for each Service port and viewpoint. */
export const mostTrafficWork = 200_000;

/** For objects of a view: undefined for one that belongs to no Service, and for Services with too many objects. */
export function trafficFinder(
  files: FilesOfTraffic,
  options: TrafficOptions,
  noteKey: (key: string) => void = () => {},
): (written: IndexedObject) => ObjectTraffic | undefined {
  const { workspace } = files;
  const at = (key: string): readonly IndexedObject[] => {
    noteKey(key);
    return workspace.atForRules(key);
  };
  const familyOf = familyFinder({ at });
  const closed = (entry: IndexedObject) => (): boolean =>
    workspace.knowledge === 'all' && entry.identities.every((identity) => isClosedAt(identity, at));
  const known = new Map<ServiceWorld, TrafficOfService>();
  const ofService = (own: ServiceWorld, all: TrafficWorld): TrafficOfService => {
    const { namespace, name, entry } = own.service;
    const question = { ...everything, namespace, name };
    const world = { ...all, services: [own] };
    const strangers = (): Strangers => strangersOf(entry, options, at);
    const traffic = known.get(own) ?? { question, world, own, options, strangers, isWhole: closed(entry) };
    known.set(own, traffic);
    return traffic;
  };
  const withoutService = (entry: IndexedObject, world: TrafficWorld): TrafficOfService => {
    const { namespace, name } = identityOf(entry);
    const question = { ...everything, namespace, name: entry.facts.slice?.service ?? name };
    return { question, world, own: undefined, options, strangers: () => world, isWhole: closed(entry) };
  };
  const gathered = memo((members: readonly IndexedObject[]) => worldsOf(members, options, at));
  return (written) => {
    if (!isOfTraffic(written)) return undefined;
    const [first] = builtToShow(written, files);
    const built = first && aroundIn(first, files);
    const entry = built?.around.entry ?? written;
    const members = familyOf(entry);
    if (members.length > mostObjects) return undefined;
    const { world, ownerOf } = gathered(members);
    const own = ownerOf.get(entry);
    return {
      entry,
      root: built?.root,
      otherRoots: built ? overlaysOf(written, files).filter((each) => each !== built.root.name) : [],
      traffic: own ? ofService(own, world) : withoutService(entry, world),
    };
  };
}

function isOfTraffic({ facts }: IndexedObject): boolean {
  const { kind, group, name, service, endpoints, slice } = facts;
  return !kind.endsWith('Patch') && (service ? group === '' : (endpoints ?? slice) !== undefined) && name.text !== '';
}

/** True where all names of the namespace are known, and nothing else can add objects to it. */
function isClosedAt({ isClosed, namespace }: Identity, at: (key: string) => readonly IndexedObject[]): boolean {
  const kinds = ['Service', 'Endpoints', 'EndpointSlice'];
  return isClosed && kinds.every((kind) => at(keys.within(kind, namespace)).every(({ facts }) => facts.name.isKnown));
}

const everything = {
  port: undefined,
  address: undefined,
  node: '',
  zone: undefined,
  family: undefined,
  consumer: undefined,
};

interface Gathered {
  readonly world: TrafficWorld;
  readonly ownerOf: ReadonlyMap<IndexedObject, ServiceWorld>;
}

function worldsOf(
  members: readonly IndexedObject[],
  options: TrafficOptions,
  at: (key: string) => readonly IndexedObject[],
): Gathered {
  for (const { facts, identities } of members) {
    const kind = facts.kind === 'Service' ? facts.kind : facts.slice ? 'EndpointSlice' : 'Endpoints';
    // Changes of addresses and conditions are only noted under these keys.
    for (const { namespace, name } of identities) at(keys.applied(kind, namespace, name));
  }
  const alone = gatherTraffic(members, options);
  const world = alone.services.some(dependsOnNodes)
    ? gatherTraffic([...members, ...at(keys.within('Node', ''))], options)
    : alone;
  const ownerOf = new Map<IndexedObject, ServiceWorld>();
  for (const own of world.services.toReversed())
    for (const { entry } of [...own.slices, ...own.endpoints, own.service]) ownerOf.set(entry, own);
  return { world, ownerOf };
}

/** One of them was probably meant for the Service. Empty for too many objects. */
function strangersOf(
  { identities }: IndexedObject,
  options: TrafficOptions,
  at: (key: string) => readonly IndexedObject[],
): Strangers {
  const loose = identities.flatMap(({ namespace }) => {
    const names = new Set(at(keys.within('Service', namespace)).map(({ facts }) => facts.name.text));
    const ends = ['EndpointSlice', 'Endpoints'].flatMap((kind) => at(keys.within(kind, namespace)));
    return ends.filter(({ facts }) => !names.has(facts.slice ? facts.slice.service : facts.name.text));
  });
  const { strays, strayEndpoints } = gatherTraffic(loose.length > mostObjects ? [] : loose, options);
  return { strays, strayEndpoints };
}

/** Otherwise the zones and names of Nodes change nothing. */
function dependsOnNodes({ service, slices }: ServiceWorld): boolean {
  return (
    hasLocalPolicy(service) ||
    slices.some(({ endpoints }) => endpoints.some(({ hintedNodes }) => hintedNodes.length > 0))
  );
}

/** Where the Service of the object is written; undefined where none is. */
export function writtenService(
  written: IndexedObject,
  files: Files,
  options: TrafficOptions,
): ReturnType<typeof fieldStart> {
  const own = trafficFinder(files, options)(written)?.traffic.own;
  return own && fieldStart({ entry: own.service.entry, path: [] }, files);
}

/** How many addresses the simulation considers, each once for each Service port and viewpoint; infinite for too many nodes. */
export const trafficWork = memo(({ world, own, question }: TrafficOfService): number => {
  if (!own) return 0;
  const { service, slices, endpoints } = own;
  const context: WhyContext = { world, own, question };
  const all = service.families.map((family) => namedViewpoints(context, family));
  // Others were left out, and an address may get traffic from them.
  if (all.some((views) => cutOf(views))) return Infinity;
  const views = all.reduce((sum, { length }) => sum + length, 0);
  const addresses =
    slices.reduce((sum, slice) => sum + slice.endpoints.length, 0) +
    endpoints.reduce((sum, each) => sum + each.written.length, 0);
  return addresses * Math.max(views, 1) * Math.max(service.ports.length, 1);
});

/** The answer on all ports; undefined where nothing is known of the endpoints, or where there are too many. */
export const trafficExplanation = memo((traffic: TrafficOfService): Explanation | undefined => {
  const { own, isWhole } = traffic;
  if (trafficWork(traffic) > mostTrafficWork) return undefined;
  if (!own) return explanationOf(traffic, traffic.question);
  const isEmpty = own.slices.length === 0 && own.endpoints.length === 0;
  // The control plane makes the endpoints, or they may be in a file that is not known.
  if (isEmpty && (own.service.hasSelector || !isWhole()) && own.service.type !== 'ExternalName') return undefined;
  return explanationOf(traffic, traffic.question);
});

/** The answer on one address, in canonical spelling. */
export function addressExplanation(traffic: TrafficOfService, address: string): Explanation | undefined {
  return trafficExplanation(traffic) && explanationOf(traffic, { ...traffic.question, address });
}

function explanationOf(
  { world, own, options, strangers, isWhole }: TrafficOfService,
  question: WhyQuestion,
): Explanation | undefined {
  // An answer on endpoints that are there does not depend on others.
  const hasOwn = own !== undefined && own.slices.length + own.endpoints.length > 0;
  const all = hasOwn ? world : { ...world, ...strangers() };
  return explainTraffic(all, question, { ...options, isWhole: hasOwn || isWhole() })[0];
}
