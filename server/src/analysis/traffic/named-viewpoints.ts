/** The nodes and zones from which the traffic of a Service may differ, in words. */
import type { IpFamily } from '../../contract/ip.ts';
import { listed, quote } from '../../text/quote.ts';
import { zoneOf } from './report.ts';
import { nodesByName, zoneAt } from './viewpoints.ts';
import type { WhyContext } from './explanation.ts';
import type { ServiceWorld, Viewpoint } from './model.ts';

export interface NamedViewpoint {
  readonly viewpoint: Viewpoint;
  /** `node "a"`, `any other node`. */
  readonly words: string;
  /** True for the one that stands for all others, where some were left out that may differ. */
  readonly isCut?: true;
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
  const isLocal = own.service.internalPolicy === 'Local' || own.service.externalPolicy === 'Local';
  const zones = [...new Set(endpoints.flatMap(({ hintedZones }) => hintedZones))];
  if (!isLocal && hinted.length === 0) {
    if (zone) return [named(`the zone ${quote(zone)}`, { zone })];
    if (zone === null) return [named('a node without a zone', {})];
    if (zones.length === 0) return [named('every node', {})];
    const all = zones.map((each) => named(`the zone ${quote(each)}`, { zone: each }));
    return ending(all, { last: named('any other zone', {}), limit });
  }
  const known = nodesByName(world);
  const zoneOfNode = (name: string): string | null => zoneAt({ node: name, zone: undefined }, own, known);
  const ofAddress = endpoints.filter(({ addresses }) => addresses.some((each) => each === question.address));
  const names = new Set([
    ...ofAddress.flatMap(({ nodeName, hintedNodes }) => [nodeName, ...hintedNodes]),
    ...world.nodes.map(({ name }) => name),
    ...(isLocal ? endpoints.flatMap(({ nodeName }) => nodeName) : []),
    ...hinted,
  ]);
  names.delete('');
  const nodes = [...names]
    .slice(0, limit)
    .filter((name) => zone === undefined || (zoneOfNode(name) ?? zone) === zone)
    .map((name) => named(`the node ${quote(name)}`, { node: name, zone: zoneOfNode(name) ?? zone }));
  if (zone) return ending(nodes, { last: named(`any other node in the zone ${quote(zone)}`, { zone }), limit });
  const others = zones.map((each) => named(`any other node in the zone ${quote(each)}`, { zone: each }));
  const last = named(names.size > 0 ? 'any other node' : 'every node', {});
  return ending([...nodes, ...others], { last, limit });
}

/** True where nodes or zones were left out. */
export function isCut(viewpoints: readonly NamedViewpoint[]): boolean {
  return viewpoints.some((each) => each.isCut === true);
}

interface Ending {
  readonly last: NamedViewpoint;
  readonly limit: number;
}

function ending(all: readonly NamedViewpoint[], { last, limit }: Ending): readonly NamedViewpoint[] {
  return all.length < limit ? [...all, last] : [...all.slice(0, limit - 1), { ...last, isCut: true }];
}

/** `the node "a" and any other node`; `every node` where it is all of them. */
export function viewpointWords(some: readonly NamedViewpoint[], all: readonly NamedViewpoint[]): string {
  if (some.length === all.length && all.length > 1) return 'every node';
  const words = some.map((each) => each.words);
  return words.length > 5 ? `${listed(words.slice(0, 4))}, and ${words.length - 4} more` : listed(words);
}
