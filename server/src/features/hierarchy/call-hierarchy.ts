/** textDocument/prepareCallHierarchy and its calls: from clients through Service ports, slices and Endpoints to addresses, and back. */
import {
  SymbolKind,
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
} from 'vscode-languageserver-types';
import { placeOfField } from '../../analysis/workspace/places.ts';
import type { Destination } from '../../analysis/facts/sender-facts.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { groupBy } from '../../text/group.ts';
import { objectAt, type CursorPlace } from '../navigation/object-at-cursor.ts';
import { namedPlaceAt } from '../navigation/named-places.ts';
import { trafficFinder, type ObjectTraffic, type TrafficOptions } from '../traffic/service-traffic.ts';
import { trafficSpot } from '../traffic/traffic-spot.ts';
import type { Files } from '../view.ts';
import { callGraph, portNodeAt, senderNode, callStarts, type CallEdge, type CallGraph } from './call-graph.ts';
import { clientLocator, dataIn, dataOf, entryOfData, hierarchyItem, itemPlace } from './hierarchy-items.ts';
import { servicesNamed, servicesOf } from './senders.ts';
import { endsOf } from './service-picture.ts';
import { writtenObject } from './written-object.ts';

export interface HierarchySources {
  readonly files: Files;
  /** What the settings of a file say of its cluster. */
  readonly optionsOf: (uri: string) => TrafficOptions;
}

/** At a reference of a sender the Service ports that it means; elsewhere the part of the Service at the cursor. */
export function prepareCalls(cursor: CursorPlace, { optionsOf }: HierarchySources): CallHierarchyItem[] {
  const { files, view } = cursor;
  const sender = objectAt(cursor);
  if (sender?.entry.facts.sender) return itemsOfSender(cursor, sender.entry, { files, optionsOf });
  const spot = trafficSpot(cursor);
  const found = spot && trafficFinder(files, optionsOf(view.uri))(spot.entry);
  if (!found) return [];
  const graph = callGraph(found, files);
  return partsAt(spot.at, found, graph).flatMap((id) => itemIn(graph, id, '', files));
}

type SpotKind = NonNullable<ReturnType<typeof trafficSpot>>['at'];

function partsAt(at: SpotKind, found: ObjectTraffic, graph: CallGraph): readonly string[] {
  if (at.kind === 'port') return [portNodeAt(at.path, found, graph) ?? []].flat();
  const object = objectIn(found, graph);
  if (at.kind === 'object') return object ? [object.id] : callStarts(graph);
  const address = object?.addresses.find((each) => each.address === at.address);
  return address ? [address.id] : [];
}

/** Undefined for a Service. */
function objectIn(found: ObjectTraffic, { objects }: CallGraph): CallGraph['objects'][number] | undefined {
  if (!found.traffic.own) return objects[0];
  return objects[endsOf(found).indexOf(found.entry)];
}

function itemIn({ nodes }: CallGraph, id: string, state: string, files: Files): readonly CallHierarchyItem[] {
  const node = nodes.get(id);
  return node ? [hierarchyItem(node, state, files)] : [];
}

function itemsOfSender(cursor: CursorPlace, entry: IndexedObject, sources: HierarchySources): CallHierarchyItem[] {
  const { files, view, offset } = cursor;
  const meant = entry.facts.sender?.destinations.find((each) =>
    [each.path, each.portPath].some((path) => {
      const span = placeOfField(view.file, entry.ordinal, path);
      return span && span.start <= offset && offset <= span.end;
    }),
  );
  const node = senderNode(entry, files);
  if (!node) return [];
  if (meant) {
    const own = clientLocator(files);
    const places = [meant.path, meant.portPath].map((path) => JSON.stringify(itemPlace(own(entry, path))));
    const called = edgesOfSender(entry, sources).filter(({ edge }) => places.includes(JSON.stringify(edge.at)));
    const items = called.flatMap(({ graph, edge }) => itemIn(graph, edge.to, edge.state, files));
    return items.length > 0 ? items : [hierarchyItem(node, '', files)];
  }
  const place = namedPlaceAt(view, offset, files);
  const isOwnName = place?.entry === entry && (place.means.what === 'name' || place.means.what === 'kind');
  return isOwnName ? [hierarchyItem(node, '', files)] : [];
}

interface SenderEdge {
  readonly graph: CallGraph;
  readonly edge: CallEdge;
}

function edgesOfSender(entry: IndexedObject, { files, optionsOf }: HierarchySources): readonly SenderEdge[] {
  return servicesOf(entry, files).flatMap((service) => {
    const found = trafficFinder(files, optionsOf(service.uri))(service);
    if (!found) return [];
    const graph = callGraph(found, files);
    const own = dataOf(entry, files, '');
    const isOwn = ({ from }: CallEdge): boolean => isSameData(graph.nodes.get(from)?.data, own);
    return graph.edges.filter(isOwn).map((edge) => ({ graph, edge }));
  });
}

function isSameData(one: object | undefined, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What leads to the item. Empty for an item that is no longer there. */
export function incomingCalls(item: unknown, sources: HierarchySources): CallHierarchyIncomingCall[] {
  const graph = graphOf(item, sources);
  const part = dataIn(item)?.part;
  const edges = graph?.edges.filter(({ to }) => to === part) ?? [];
  return [...groupBy(edges, ({ from }) => from)].flatMap(([from, all]) =>
    (graph ? itemIn(graph, from, statesOf(all), sources.files) : []).map((each) => ({
      from: each,
      fromRanges: all.map(({ at }) => at.range),
    })),
  );
}

/** Where the item leads. Empty for an item that is no longer there. */
export function outgoingCalls(item: unknown, sources: HierarchySources): CallHierarchyOutgoingCall[] {
  const { files } = sources;
  const data = dataIn(item);
  const entry = data && entryOfData(data, files);
  if (!entry) return [];
  if (entry.facts.sender)
    return data.part === '' ? [...callsOfSender(entry, sources), ...missingServices(entry, sources)] : [];
  const graph = graphOf(item, sources);
  const edges = graph?.edges.filter(({ from }) => from === data.part) ?? [];
  return graph ? edges.flatMap((edge) => callOf(graph, [edge], files)) : [];
}

function callOf(graph: CallGraph, edges: readonly CallEdge[], files: Files): readonly CallHierarchyOutgoingCall[] {
  const [first] = edges;
  const items = first ? itemIn(graph, first.to, statesOf(edges), files) : [];
  return items.map((to) => ({ to, fromRanges: edges.map(({ at }) => at.range) }));
}

function statesOf(edges: readonly CallEdge[]): string {
  return [...new Set(edges.map(({ state }) => state))].join('; ');
}

function callsOfSender(entry: IndexedObject, sources: HierarchySources): readonly CallHierarchyOutgoingCall[] {
  const all = edgesOfSender(entry, sources);
  return [...groupBy(all, ({ graph, edge }) => JSON.stringify(graph.nodes.get(edge.to)?.data) ?? '').values()].flatMap(
    (group) =>
      group[0]
        ? callOf(
            group[0].graph,
            group.map(({ edge }) => edge),
            sources.files,
          )
        : [],
  );
}

/** The references to Services that are in no file, or that are not certain: they lead to themselves. */
function missingServices(entry: IndexedObject, { files }: HierarchySources): readonly CallHierarchyOutgoingCall[] {
  const meant = new Set(servicesOf(entry, files));
  const locate = clientLocator(files);
  const missing = (entry.facts.sender?.destinations ?? []).flatMap((destination) => {
    const found = servicesNamed(destination, entry, files);
    const isMeant = found.some((each) => meant.has(writtenObject(each, files)));
    const place = itemPlace(locate(entry, destination.path));
    if (isMeant || !place) return [];
    const state = found.length > 0 ? 'not known which Service is meant' : 'no traffic: no file has this Service';
    return [{ name: nameOf(destination), place, state }];
  });
  return [...groupBy(missing, ({ name }) => name)].flatMap(([name, all]) => {
    const [first] = all;
    if (!first) return [];
    const draft = { ...first, kind: SymbolKind.Interface, data: dataOf(entry, files, `missing ${name}`) };
    return [{ to: hierarchyItem(draft, first.state, files), fromRanges: all.map(({ place }) => place.range) }];
  });
}

function nameOf({ service, namespace }: Destination): string {
  return namespace === '' ? service : `${namespace}/${service}`;
}

function graphOf(item: unknown, { files, optionsOf }: HierarchySources): CallGraph | undefined {
  const data = dataIn(item);
  const entry = data && entryOfData(data, files);
  const found = entry && trafficFinder(files, optionsOf(entry.uri))(entry);
  return found && callGraph(found, files);
}
