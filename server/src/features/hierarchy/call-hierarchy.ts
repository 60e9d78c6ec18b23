/** textDocument/prepareCallHierarchy and its calls: from clients through Service ports, slices and Endpoints to addresses, and back. */
import {
  SymbolKind,
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  type Range,
} from 'vscode-languageserver-types';
import { clientObjects } from '../../analysis/picture/clients.ts';
import { placeOfField } from '../../analysis/workspace/places.ts';
import type { Destination } from '../../analysis/facts/sender-facts.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { groupBy } from '../../text/group.ts';
import type { Path } from '../../tree/path.ts';
import { offsetOf } from '../lsp.ts';
import { objectAt, type CursorPlace } from '../navigation/object-at-cursor.ts';
import { locatorIn } from '../traffic/field-places.ts';
import { trafficFinder, type ObjectTraffic } from '../traffic/service-traffic.ts';
import { trafficSpot } from '../traffic/traffic-spot.ts';
import type { Files } from '../view.ts';
import { callGraph, portNodeAt, senderNode, callStarts, type CallEdge, type CallGraph } from './call-graph.ts';
import { dataIn, dataOf, entryOfData, hierarchyItem, itemPlace } from './hierarchy-items.ts';
import { clientSources, isSender, servicesNamed, servicesOf, type HierarchySources } from './senders.ts';
import { endsOf } from './service-picture.ts';
import { writtenObject } from './written-object.ts';

/** At a reference of a sender the Service ports that it means; elsewhere the part of the Service at the cursor. */
export function prepareCalls(cursor: CursorPlace, sources: HierarchySources): CallHierarchyItem[] {
  const { files, view } = cursor;
  const sender = objectAt(cursor);
  if (sender && isSender(sender.entry)) return itemsOfSender(cursor, sender.entry, sources);
  const spot = trafficSpot(cursor);
  const found = spot && trafficFinder(files, sources.optionsOf(view.uri))(spot.entry);
  if (!found) return [];
  const graph = callGraph(found, sources);
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

/** On a reference, or on the name or the kind of the sender. */
function itemsOfSender(cursor: CursorPlace, entry: IndexedObject, sources: HierarchySources): CallHierarchyItem[] {
  const { files, view, offset } = cursor;
  const node = senderNode(entry, files);
  if (!node) return [];
  const isHere = (path: Path): boolean => {
    const span = placeOfField(view.file, entry.ordinal, path);
    return span !== undefined && span.start <= offset && offset <= span.end;
  };
  const itself = [hierarchyItem(node, '', files)];
  if ([['kind'], ['metadata', 'name']].some(isHere)) return itself;
  // The name of a Service and its port are one reference.
  const meant = entry.facts.sender?.destinations.filter(({ path, portPath }) => [path, portPath].some(isHere)) ?? [];
  const locate = locatorIn(files, 'client');
  const places = meant.flatMap(({ path, portPath }) => [path, portPath].map((each) => itemPlace(locate(entry, each))));
  const isMeant = ({ edge: { at } }: SenderEdge): boolean =>
    places.some((place) => place && isSame(place, at)) || (at.uri === view.uri && holds(at.range, cursor));
  const items = edgesOfSender(entry, sources)
    .filter(isMeant)
    .flatMap(({ graph, edge }) => itemIn(graph, edge.to, edge.state, files));
  return items.length > 0 || meant.length === 0 ? items : itself;
}

function holds({ start, end }: Range, { view: { located }, offset }: CursorPlace): boolean {
  return offsetOf(located, start) <= offset && offset <= offsetOf(located, end);
}

interface SenderEdge {
  readonly graph: CallGraph;
  readonly edge: CallEdge;
}

function edgesOfSender(entry: IndexedObject, sources: HierarchySources): readonly SenderEdge[] {
  const { files, optionsOf } = sources;
  const findClients = clientObjects(clientSources(sources));
  return servicesOf(entry, sources).flatMap((service) => {
    const found = trafficFinder(files, optionsOf(service.uri))(service);
    if (!found) return [];
    const graph = callGraph(found, sources, findClients);
    const own = dataOf(entry, files, '');
    const isOwn = ({ from }: CallEdge): boolean => isSame(graph.nodes.get(from)?.data, own);
    return graph.edges.filter(isOwn).map((edge) => ({ graph, edge }));
  });
}

function isSame(one: object | undefined, other: object): boolean {
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
  if (isSender(entry))
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
function missingServices(entry: IndexedObject, sources: HierarchySources): readonly CallHierarchyOutgoingCall[] {
  const { files } = sources;
  const meant = new Set(servicesOf(entry, sources));
  const locate = locatorIn(files, 'client');
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

function graphOf(item: unknown, sources: HierarchySources): CallGraph | undefined {
  const { files, optionsOf } = sources;
  const data = dataIn(item);
  const entry = data && entryOfData(data, files);
  const found = entry && trafficFinder(files, optionsOf(entry.uri))(entry);
  return found && callGraph(found, sources);
}
