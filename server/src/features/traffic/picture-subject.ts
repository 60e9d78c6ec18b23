/** Gathers what a picture is drawn of: Services with their objects, bounded, and how their places are found. */
import { clientFinder } from '../../analysis/picture/clients.ts';
import type { PictureOptions } from '../../analysis/picture/picture-of.ts';
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import type { ServiceWorld, TrafficWorld } from '../../analysis/traffic/model.ts';
import { zoneOf } from '../../analysis/traffic/report.ts';
import type { RelatedObjects } from '../../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import type { Resource, SourceFile } from '../../tree/document.ts';
import type { Files } from '../view.ts';
import { locatorIn } from './field-places.ts';
import type { ObjectTraffic, TrafficOptions } from './service-traffic.ts';

export const writtenTitle = 'as written';

/** The files as they were before a change. */
export interface EarlierFiles {
  /** The URI of a view is where its text can be opened; empty where it cannot. */
  readonly files: Files;
  readonly options: TrafficOptions;
  /** Sentences on texts that are not compared. */
  readonly remarks: readonly string[];
}

/** A node, or a zone, from which traffic starts. */
export interface PictureViewpoint {
  /** Empty for any node. */
  readonly node: string;
  /** Undefined for that of the node, or any zone. */
  readonly zone: string | undefined;
}

export const anywhere: PictureViewpoint = { node: '', zone: undefined };

export interface SubjectOptions extends TrafficOptions {
  readonly from: PictureViewpoint;
  /** Called with the keys of the index on which the answer depends. */
  readonly noteKey: (key: string) => void;
}

/** What a picture is drawn of. */
export interface PictureSubject {
  /** Only the Services that are drawn, with their objects, and objects without a Service. */
  readonly world: TrafficWorld;
  /** Those of the view "as written". */
  readonly options: PictureOptions;
  readonly files: Files;
  /** The Kubernetes minor version. */
  readonly minor: number;
  /** Of the index; what is asked is noted. */
  readonly at: RelatedObjects['at'];
  /** The text that has the object, or what an overlay builds. */
  readonly fileOf: (entry: IndexedObject) => SourceFile | undefined;
}

/** In Services; a larger picture helps nobody. */
const mostServices = 50;

/** In addresses, each once for each Service port: more would take longer than a keystroke may. */
const mostAddresses = 20_000;

export interface BoundedTraffic {
  readonly drawn: readonly ObjectTraffic[];
  /** The number of Services that are too many to draw. */
  readonly left: number;
}

/** Each Service once, in the order of the text, as far as there is time for them. */
export function bounded(all: readonly ObjectTraffic[]): BoundedTraffic {
  const drawn = new Map<unknown, ObjectTraffic>();
  const left = new Set<unknown>();
  let work = 0;
  for (const each of all) {
    const { own } = each.traffic;
    // Found from objects of several files, one Service has several worlds.
    const key = own?.service.entry ?? each.entry;
    if (drawn.has(key) || left.has(key)) continue;
    const more = own ? addressesOf(own) : 0;
    if (drawn.size === mostServices || work + more > mostAddresses) left.add(key);
    else {
      drawn.set(key, each);
      work += more;
    }
  }
  return { drawn: [...drawn.values()], left: left.size };
}

function addressesOf({ service, slices, endpoints }: ServiceWorld): number {
  const written = [
    ...slices.map((slice) => slice.endpoints.reduce((sum, { addresses }) => sum + addresses.length, 0)),
    ...endpoints.map((each) => each.written.length),
  ];
  return written.reduce((sum, count) => sum + count, 0) * Math.max(service.ports.length, 1);
}

/** The Services, and of the objects without a Service only those that are drawn. */
function worldOf(drawn: readonly ObjectTraffic[]): TrafficWorld {
  const worlds = drawn.map(({ traffic }) => traffic.world);
  const alone = new Set(drawn.flatMap(({ entry, traffic }) => (traffic.own ? [] : [entry])));
  return {
    services: drawn.flatMap(({ traffic }) => traffic.own ?? []),
    strays: [...new Set(worlds.flatMap(({ strays }) => strays))].filter(({ slice }) => alone.has(slice.entry)),
    strayEndpoints: [...new Set(worlds.flatMap((world) => world.strayEndpoints))].filter((each) =>
      alone.has(each.entry),
    ),
    // Only Services that depend on them have any, and these have all.
    nodes: worlds.find(({ nodes }) => nodes.length > 0)?.nodes ?? [],
    isMirroring: worlds.some(({ isMirroring }) => isMirroring),
  };
}

export function pictureSubject(
  drawn: readonly ObjectTraffic[],
  files: Files,
  { minor, rejectionsOf, findingsOf: makeFindings, noteKey, from }: SubjectOptions,
): PictureSubject {
  const world = worldOf(drawn);
  const roots = new Map(drawn.flatMap(({ root }) => (root ? [[root.uri, root] as const] : [])));
  const { node, zone = node === '' ? undefined : zoneOf(world, node) } = from;
  const query = { node, zone, family: undefined, consumer: undefined };
  const places = [...(node === '' ? [] : [`node ${node}`]), ...(zone ? [`zone ${zone}`] : [])];
  const locate = locatorIn(files, 'utf-16');
  const at = (key: string): readonly IndexedObject[] => {
    noteKey(key);
    return files.workspace.atForRules(key);
  };
  const fileOf = ({ uri }: IndexedObject): SourceFile | undefined => roots.get(uri)?.file ?? files.view(uri)?.file;
  const all = () => files.workspace.allForRules();
  const resourceOf = (entry: IndexedObject): Resource | undefined => {
    const file = fileOf(entry);
    return file && objectsIn(file)[entry.ordinal]?.resource;
  };
  const findingsOf = makeFindings(noteKey);
  const options: PictureOptions = {
    query,
    asked: [`${kubeProxy} of Kubernetes 1.${minor}`, ...places].join(', '),
    view: writtenTitle,
    mirrored: 'endpoints',
    locate,
    buildOf: ({ uri }) => roots.get(uri)?.name,
    rejectionsOf,
    findingsOf,
    clientsOf: clientFinder({ at, all, resourceOf, locate, findingsOf, query }),
    ownersOf: () => [],
  };
  return { world, options, files, minor, at, fileOf };
}
