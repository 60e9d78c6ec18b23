/** The picture of the Service at the cursor, or of all Services of a file: what the Traffic view shows. Loaded with the first one. */
import { clientFinder } from '../../analysis/picture/clients.ts';
import type { Picture } from '../../analysis/picture/picture.ts';
import type { PictureOptions } from '../../analysis/picture/picture-of.ts';
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import type { ServiceWorld, TrafficWorld } from '../../analysis/traffic/model.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import { counted, listed } from '../../text/quote.ts';
import type { Resource, SourceFile } from '../../tree/document.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { builtFromFile } from '../shown/built-from-file.ts';
import type { Files } from '../view.ts';
import { activePart, objectNear, offsetOfContent } from './active-part.ts';
import { locatorIn } from './field-places.ts';
import { pictureViews, writtenView, type PictureSubject } from './picture-views.ts';
import { trafficFinder, type ObjectTraffic, type TrafficOptions } from './service-traffic.ts';

/** The answer of endpoints/picture. */
export interface PictureAnswer {
  /** Places have the URIs of files. Null where there is nothing to draw. */
  readonly picture: Picture | null;
  /** The id of the part at the cursor; null for none. */
  readonly active: string | null;
  /** Those that can be chosen. */
  readonly views: readonly { readonly id: string; readonly title: string }[];
  /** The id of the one that is drawn. */
  readonly view: string;
  /** Why there is no picture; empty otherwise. */
  readonly remark: string;
}

export interface PictureQuestion extends TrafficOptions {
  /** The id of a view; the written one for another text. */
  readonly view: string;
  /** Called with the keys of the index on which the answer depends. */
  readonly noteKey: (key: string) => void;
}

/** In Services; a larger picture helps nobody. */
const mostServices = 50;

/** In addresses, each once for each Service port: more would take longer than a keystroke may. */
const mostAddresses = 20_000;

export async function pictureHere(cursor: CursorPlace, question: PictureQuestion): Promise<PictureAnswer> {
  const { view, offset, files } = cursor;
  const { drawn, left } = trafficToDraw(cursor, question);
  if (drawn.length === 0)
    return { picture: null, active: null, views: [], view: writtenView.id, remark: remarkWithout(left) };
  const subject = subjectOf(drawn, files, question);
  const offered = pictureViews.filter((each) => each.isOffered(subject));
  const chosen = offered.find(({ id }) => id === question.view) ?? writtenView;
  const found = await chosen.draw(subject);
  const picture = { ...found, remarks: [...found.remarks, ...remarksOn(drawn, left)] };
  return {
    picture,
    active: activePart(picture, view, offset),
    views: offered.map(({ id, title }) => ({ id, title })),
    view: chosen.id,
    remark: '',
  };
}

/** Of the object at the cursor, or of what an overlay builds with it; else of all objects of the file. `left` are Services. */
function trafficToDraw(
  { view, offset, files }: CursorPlace,
  { noteKey, ...options }: PictureQuestion,
): { readonly drawn: readonly ObjectTraffic[]; readonly left: number } {
  const trafficOf = trafficFinder(files, options, noteKey);
  const entries = files.workspace.entriesIn(view.uri);
  const object = objectNear(view, offsetOfContent(view, offset));
  const entry = object && entries[object.ordinal];
  const here = entry && trafficOf(entry);
  const groups: readonly (() => readonly IndexedObject[])[] = [
    () => (here && entry ? [entry] : []),
    () => (files.rootsOf(view.uri).length > 0 ? builtFromFile(view, offset, { files, kinds }).map(entryOf) : []),
    () => entries,
  ];
  for (const group of groups) {
    const found = bounded(group().flatMap((each) => trafficOf(each) ?? []));
    if (found.drawn.length + found.left > 0) return found;
  }
  return { drawn: [], left: 0 };
}

const kinds = ['Service', 'Endpoints', 'EndpointSlice'];

function entryOf({ entry }: { readonly entry: IndexedObject }): IndexedObject {
  return entry;
}

/** Each Service once, in the order of the text, as far as there is time for them. */
function bounded(all: readonly ObjectTraffic[]): { readonly drawn: readonly ObjectTraffic[]; readonly left: number } {
  const drawn = new Map<unknown, ObjectTraffic>();
  const left = new Set<unknown>();
  let work = 0;
  for (const each of all) {
    const { own } = each.traffic;
    const key = own ?? each.entry;
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

function subjectOf(
  drawn: readonly ObjectTraffic[],
  files: Files,
  { minor, rejectionsOf, noteKey }: PictureQuestion,
): PictureSubject {
  const roots = new Map(drawn.flatMap(({ root }) => (root ? [[root.uri, root] as const] : [])));
  const query = { node: '', zone: undefined, family: undefined, consumer: undefined };
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
  const options: PictureOptions = {
    query,
    asked: `${kubeProxy} of Kubernetes 1.${minor}`,
    view: writtenView.title,
    mirrored: 'endpoints',
    locate,
    buildOf: ({ uri }) => roots.get(uri)?.name,
    rejectionsOf,
    clientsOf: clientFinder({ at, all, resourceOf, locate, query }),
    ownersOf: () => [],
  };
  return { world: worldOf(drawn), options, files, minor, at, fileOf };
}

function remarkWithout(left: number): string {
  return left > 0
    ? `${counted(left, 'Service')} ${left === 1 ? 'has' : 'have'} too many addresses to draw here. Run "endpoints show" instead.`
    : 'Put the cursor on a Service, an EndpointSlice or Endpoints to see where its traffic goes.';
}

function remarksOn(drawn: readonly ObjectTraffic[], left: number): readonly string[] {
  const others = [...new Set(drawn.flatMap(({ otherRoots }) => otherRoots))];
  return [
    ...(left > 0
      ? [
          `${counted(left, 'more Service')} of this file ${left === 1 ? 'is' : 'are'} not drawn. Put the cursor on one, or run "endpoints show".`,
        ]
      : []),
    ...(others.length > 0
      ? [`Also built in ${listed(others)}. To draw another overlay, run the command "Endpoints: Select Overlay".`]
      : []),
  ];
}
