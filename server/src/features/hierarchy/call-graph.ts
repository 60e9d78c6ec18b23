/** The way of traffic through one Service as a graph: senders, Service ports, slices and Endpoints, addresses. */
import { SymbolKind } from 'vscode-languageserver-types';
import { clientObjects, type FoundClient } from '../../analysis/picture/clients.ts';
import type {
  Break,
  Flow,
  PictureObject,
  PicturePort,
  PictureService,
  PortFlow,
} from '../../analysis/picture/picture.ts';
import type { ServiceWorld } from '../../analysis/traffic/model.ts';
import type { LocateField } from '../../analysis/traffic/report.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { listed, quote } from '../../text/quote.ts';
import type { Path } from '../../tree/path.ts';
import { locatorIn } from '../traffic/field-places.ts';
import type { ObjectTraffic } from '../traffic/service-traffic.ts';
import type { Files } from '../view.ts';
import { dataOf, itemPlace, objectTitle, type ItemDraft, type ItemPlace } from './hierarchy-items.ts';
import { clientSources, type HierarchySources } from './senders.ts';
import { drawService, endsOf } from './service-picture.ts';
import { writtenObject } from './written-object.ts';

export interface CallNode extends ItemDraft {
  /** Unique in the graph, and the same after an edit elsewhere. */
  readonly id: string;
}

export interface CallEdge {
  readonly from: string;
  readonly to: string;
  /** In the file of `from`. */
  readonly at: ItemPlace;
  /** `gets traffic`, or why none arrives. */
  readonly state: string;
}

export interface CallGraph {
  readonly nodes: ReadonlyMap<string, CallNode>;
  readonly edges: readonly CallEdge[];
  readonly service: PictureService | undefined;
  readonly objects: readonly PictureObject[];
}

interface Context {
  readonly found: ObjectTraffic;
  readonly files: Files;
  readonly locate: LocateField;
  /** Adds a node, unless its place is in no file. `anchor` is the object by which it is found again. */
  readonly add: (id: string, name: string, kind: SymbolKind, place: ItemPlace | undefined) => void;
  readonly connect: (from: string, to: string, at: ItemPlace | undefined, state: string) => void;
}

/** Without a Service, the graph has the object and its addresses. */
export function callGraph(
  found: ObjectTraffic,
  sources: Omit<HierarchySources, 'optionsOf'>,
  findClients = clientObjects(clientSources(sources)),
): CallGraph {
  const { files } = sources;
  const world = found.traffic.own;
  const locate = locatorIn(files, 'client');
  const { service, objects, clients } = drawService(found, locate, findClients);
  const nodes = new Map<string, CallNode>();
  const edges: CallEdge[] = [];
  const anchor = writtenObject(world?.service.entry ?? found.entry, files);
  const context: Context = {
    found,
    files,
    locate,
    add(id, name, kind, place) {
      if (place) nodes.set(id, { id, name, kind, place, data: dataOf(anchor, files, id) });
    },
    connect(from, to, at, state) {
      if (at) edges.push({ from, to, at, state });
    },
  };
  if (world && service) addPorts(service, world, context);
  for (const [i, object] of objects.entries()) addObject(object, endsOf(found)[i] ?? found.entry, service, context);
  if (service)
    for (const client of clients) {
      const node = senderNode(client.entry, files);
      if (!node) continue;
      nodes.set(node.id, node);
      connectSender(client, service, context);
    }
  // A patch may write the address: then the reference is the name of the object.
  const own = edges.map((edge) => {
    const from = nodes.get(edge.from)?.place;
    return from && from.uri !== edge.at.uri ? { ...edge, at: from } : edge;
  });
  return { nodes, edges: own, service, objects };
}

function addPorts(service: PictureService, own: ServiceWorld, { add, locate }: Context): void {
  add(service.id, service.name, SymbolKind.Interface, itemPlace(service));
  for (const port of service.ports) {
    const name = `${service.name}:${port.name || (port.number ?? '?')}`;
    add(port.id, name, SymbolKind.Interface, portPlace(port, own, locate));
  }
}

/** The name of the port, or else its number. */
function portPlace(port: PicturePort, own: ServiceWorld, locate: LocateField): ItemPlace | undefined {
  const path = own.service.ports.find((each) => isPort(each, port))?.path;
  return itemPlace(path && locate(own.service.entry, [...path, port.name === '' ? 'port' : 'name'])) ?? itemPlace(port);
}

/** True for the port that the picture draws. */
export function isPort(
  { name, number, protocol }: ServiceWorld['service']['ports'][number],
  port: PicturePort,
): boolean {
  return name === port.name && protocol === port.protocol && (number || null) === port.number;
}

function addObject(
  object: PictureObject,
  entry: IndexedObject,
  service: PictureService | undefined,
  { add, connect, found, files, locate }: Context,
): void {
  const { id, flows, addresses } = object;
  add(id, objectTitle(writtenObject(entry, files)), SymbolKind.Class, itemPlace(object));
  const { own } = found.traffic;
  const ports = service?.ports ?? [];
  for (const flow of flows) {
    const port = ports.find((each) => each.id === flow.port);
    connect(flow.port, id, own && port && portPlace(port, own, locate), flowWords(flow));
  }
  if (service && flows.length === 0)
    connect(service.id, id, itemPlace(service), flowWords(bestOf(addresses.flatMap((each) => each.flows))));
  const serving = new Set(flows.filter(({ flow }) => flow === 'used').map(({ port }) => port));
  for (const address of addresses) {
    const at = itemPlace(address);
    add(address.id, address.address, SymbolKind.Field, at);
    // Why it gets no traffic where other addresses of the object do, if there is such a port.
    const own = address.flows.filter(({ port }) => serving.has(port));
    const state = flowWords(bestOf(own.length > 0 ? own : address.flows));
    connect(id, address.id, at, `${state}${portWords(address.flows, ports)}`);
  }
}

const order: readonly Flow[] = ['used', 'unknown', 'broken', 'idle'];

/** The flow at the port where the address gets traffic, if there is one. */
function bestOf(flows: readonly PortFlow[]): Pick<PortFlow, 'flow' | 'why'> {
  const [best] = flows.toSorted((a, b) => order.indexOf(a.flow) - order.indexOf(b.flow));
  return best ?? { flow: 'idle', why: null };
}

/** ` at "postgres"`; empty where all Service ports are served, and where none is. */
function portWords(flows: readonly PortFlow[], ports: readonly PicturePort[]): string {
  const used = ports.filter(({ id }) => flows.some(({ port, flow }) => port === id && flow === 'used'));
  if (used.length === 0 || used.length === ports.length) return '';
  return ` at ${listed(used.map(({ name, number }) => quote(name || String(number))))}`;
}

/** With the first part of the reason: what follows says how to understand it. `by` is a program that may begin it. */
function flowWords({ flow, why }: Pick<PortFlow, 'flow' | 'why'>, by = ''): string {
  if (flow === 'used') return 'gets traffic';
  const reason = why ? `: ${firstPart(why, by)}` : '';
  return `${flow === 'unknown' ? 'not known whether traffic arrives' : 'no traffic'}${reason}`;
}

function firstPart({ message }: Break, by: string): string {
  const start = by !== '' && message.startsWith(`${by}: `) ? `${by}: ` : '';
  return `${start}${message.slice(start.length).split(/[.;:](?: |$)|, so /)[0]}`;
}

function connectSender(
  { entry, by, references }: FoundClient,
  service: PictureService,
  { locate, connect }: Context,
): void {
  const from = senderId(entry);
  for (const { path, ports, missing } of references) {
    const at = itemPlace(locate(entry, path));
    for (const flow of ports) connect(from, flow.port, at, flowWords(flow, by));
    if (missing) connect(from, service.id, at, `no traffic: ${firstPart(missing, by)}`);
    else if (ports.length === 0) connect(from, service.id, at, 'not known which port is meant');
  }
}

function senderId({ uri, ordinal }: IndexedObject): string {
  return `sender ${uri} ${ordinal}`;
}

/** Undefined where it is in no file. `entry` may be built. */
export function senderNode(entry: IndexedObject, files: Files): CallNode | undefined {
  const written = writtenObject(entry, files);
  const place = itemPlace(locatorIn(files, 'client')(written, ['metadata', 'name']));
  const data = dataOf(written, files, '');
  return place && { id: senderId(entry), name: objectTitle(written), kind: SymbolKind.Class, place, data };
}

/** The Service ports, or the Service where it has none. */
export function callStarts({ service }: CallGraph): readonly string[] {
  if (!service) return [];
  return service.ports.length > 0 ? service.ports.map(({ id }) => id) : [service.id];
}

/** The node of a Service port by its path; undefined for a port that is not drawn. */
export function portNodeAt(
  path: Path,
  { traffic: { own } }: ObjectTraffic,
  { service }: CallGraph,
): string | undefined {
  const wanted = own?.service.ports.find((each) => each.path.join('/') === path.join('/'));
  return wanted && service?.ports.find((port) => isPort(wanted, port))?.id;
}
