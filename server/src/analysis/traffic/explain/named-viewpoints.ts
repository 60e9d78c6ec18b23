/** The nodes and zones from which the traffic of a Service may differ, in words. */
import type { IpFamily } from '../../../contract/ip.ts';
import { listed, quote } from '../../../text/quote.ts';
import { zoneOf } from '../report.ts';
import { hasLocalPolicy } from '../policies.ts';
import { nodeTest } from '../viewpoints.ts';
import type { WhyContext } from './explanation.ts';
import type { ServiceWorld, TrafficEndpoint, TrafficWorld, Viewpoint } from '../model.ts';

export interface NamedViewpoint {
  readonly viewpoint: Viewpoint;
  /** `node "a"`, `any other node`. */
  readonly words: string;
  /** For the one that stands for all others, where some were left out that may differ. */
  readonly cut?: ViewpointCount;
}

/** How many of the named nodes and zones are considered. */
export interface ViewpointCount {
  readonly considered: number;
  readonly total: number;
}

/** More are not considered: each of them costs a simulation. Fewer for many addresses. */
const mostViewpoints = 200;
const fewestViewpoints = 10;

/** The product of viewpoints, addresses and ports. */
const mostWork = 400_000;

function limitFor({ slices, service }: ServiceWorld): number {
  const addresses = slices.reduce((sum, { endpoints }) => sum + endpoints.length, 0);
  const limit = Math.floor(mostWork / Math.max(addresses * service.ports.length, 1));
  return Math.min(Math.max(limit, fewestViewpoints), mostViewpoints);
}

/** A limited number, with the one that stands for all other nodes as the last. */
export function namedViewpoints(context: WhyContext, family: IpFamily): readonly NamedViewpoint[] {
  const { world, own, question } = context;
  const { node, zone, consumer } = question;
  const named = (words: string, at: { node?: string; zone?: string | null | undefined }): NamedViewpoint => ({
    viewpoint: { node: at.node ?? '', zone: at.zone ?? null, family },
    words,
  });
  if (node !== '') {
    const zoned = zone === undefined || zone === null ? '' : ` in the zone ${quote(zone)}`;
    return [named(`the node ${quote(node)}${zoned}`, { node, zone: zone === undefined ? zoneOf(world, node) : zone })];
  }
  if (consumer?.localPolicy === 'ignored') return [named('every node', {})];
  const limit = limitFor(own);
  const endpoints = own.slices.flatMap((slice) => slice.endpoints);
  const hinted = endpoints.flatMap(({ hintedNodes }) => hintedNodes);
  const isLocal = hasLocalPolicy(own.service);
  const zones = [...new Set(endpoints.flatMap(({ hintedZones }) => hintedZones))];
  if (!isLocal && hinted.length === 0) {
    if (zone) return [named(`the zone ${quote(zone)}`, { zone })];
    if (zone === null) return [named('a node without a zone', {})];
    if (zones.length === 0) return [named('every node', {})];
    const all = zones.map((each) => named(`the zone ${quote(each)}`, { zone: each }));
    return ending(all, { last: named('any other zone', {}), unnamed: 'a zone that no object names', limit });
  }
  const zonesByNode = zonesIn(world, endpoints);
  const zoneOfNode = (name: string): string | null => zonesByNode.get(name) ?? null;
  const ofAddress = endpoints.filter(({ addresses }) => addresses.some((each) => each === question.address));
  const isAsked = (name: string): boolean => zone === undefined || (zoneOfNode(name) ?? zone) === zone;
  const mayExist = nodeTest(world.nodes);
  const special = new Set(
    [
      ...ofAddress.flatMap(({ nodeName, hintedNodes }) => [nodeName, ...hintedNodes]),
      ...(isLocal ? endpoints.map(({ nodeName }) => nodeName) : []),
      ...hinted,
    ].filter((name) => name !== '' && mayExist(name)),
  );
  const others = zones.map((each) => named(`any other node in the zone ${quote(each)}`, { zone: each }));
  // A node without an endpoint and hints gets what every other node of its zone gets, so it may be left out.
  const room = Math.max(limit - 1 - special.size - others.length, 0);
  const ordinary = world.nodes.map(({ name }) => name).filter((name) => name !== '' && !special.has(name));
  const names = [...special, ...ordinary.slice(0, room)];
  const nodes = names
    .filter(isAsked)
    .map((name) => named(`the node ${quote(name)}`, { node: name, zone: zoneOfNode(name) ?? zone }));
  const unnamed = 'a node that no object names';
  if (zone)
    return ending(nodes, { last: named(`any other node in the zone ${quote(zone)}`, { zone }), unnamed, limit });
  const last = named(names.length > 0 ? 'any other node' : 'every node', {});
  return ending([...nodes, ...others], { last, unnamed, limit });
}

/** As `zoneAt` says for each node. */
function zonesIn({ nodes }: TrafficWorld, endpoints: readonly TrafficEndpoint[]): ReadonlyMap<string, string | null> {
  const zones = new Map<string, string | null>(nodes.map(({ name, zone }) => [name, zone ?? null]));
  for (const { nodeName, zone } of endpoints) if (zone !== '' && !zones.has(nodeName)) zones.set(nodeName, zone);
  return zones;
}

/** Undefined where no nodes or zones were left out. */
export function cutOf(viewpoints: readonly NamedViewpoint[]): ViewpointCount | undefined {
  return viewpoints.find(({ cut }) => cut)?.cut;
}

interface Ending {
  readonly last: NamedViewpoint;
  /** What the last one is where others are left out. */
  readonly unnamed: string;
  readonly limit: number;
}

function ending(all: readonly NamedViewpoint[], { last, unnamed, limit }: Ending): readonly NamedViewpoint[] {
  if (all.length < limit) return [...all, last];
  const cut: ViewpointCount = { considered: limit - 1, total: all.length };
  return [...all.slice(0, cut.considered), { ...last, words: unnamed, cut }];
}

/** `the node "a" and any other node`; `every node` where it is all of them. */
export function viewpointWords(some: readonly NamedViewpoint[], all: readonly NamedViewpoint[]): string {
  if (some.length === all.length && all.length > 1) return cutOf(all) ? 'every considered node' : 'every node';
  const words = some.map((each) => each.words);
  return words.length > 5 ? `${listed(words.slice(0, 4))}, and ${words.length - 4} more` : listed(words);
}
