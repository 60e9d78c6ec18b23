/** The nodes and zones from which the traffic of a Service may differ, in words. */
import type { IpFamily } from '../../contract/ip.ts';
import { listed, quote } from '../../text/quote.ts';
import { zoneOf } from './report.ts';
import { nodesByName, zoneAt } from './viewpoints.ts';
import type { WhyContext } from './explanation.ts';
import type { Viewpoint } from './model.ts';

export interface NamedViewpoint {
  readonly viewpoint: Viewpoint;
  /** `node "a"`, `any other node`. */
  readonly words: string;
}

/** More are not considered: each of them costs a simulation. */
export const mostViewpoints = 200;

/** At most `mostViewpoints`, with the one that stands for all other nodes as the last. */
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
  const endpoints = own.slices.flatMap((slice) => slice.endpoints);
  const hinted = endpoints.flatMap(({ hintedNodes }) => hintedNodes);
  const isLocal = own.service.internalPolicy === 'Local' || own.service.externalPolicy === 'Local';
  const zones = [...new Set(endpoints.flatMap(({ hintedZones }) => hintedZones))];
  if (!isLocal && hinted.length === 0) {
    if (zone) return [named(`the zone ${quote(zone)}`, { zone })];
    if (zone === null) return [named('a node without a zone', {})];
    if (zones.length === 0) return [named('every node', {})];
    return ending(
      zones.map((each) => named(`the zone ${quote(each)}`, { zone: each })),
      named('any other zone', {}),
    );
  }
  const known = nodesByName(world);
  const zoneOfNode = (name: string): string | null => zoneAt({ node: name, zone: undefined }, own, known);
  const names = new Set([
    ...world.nodes.map(({ name }) => name),
    ...(isLocal ? endpoints.flatMap(({ nodeName }) => nodeName) : []),
    ...hinted,
  ]);
  const nodes = [...names]
    .slice(0, mostViewpoints)
    .filter((name) => name !== '' && (zone === undefined || (zoneOfNode(name) ?? zone) === zone))
    .map((name) => named(`the node ${quote(name)}`, { node: name, zone: zoneOfNode(name) ?? zone }));
  if (zone) return ending(nodes, named(`any other node in the zone ${quote(zone)}`, { zone }));
  const others = zones.map((each) => named(`any other node in the zone ${quote(each)}`, { zone: each }));
  return ending([...nodes, ...others], named(names.size > 0 ? 'any other node' : 'every node', {}));
}

function ending(all: readonly NamedViewpoint[], last: NamedViewpoint): readonly NamedViewpoint[] {
  return [...all.slice(0, mostViewpoints - 1), last];
}

/** `the node "a" and any other node`; `every node` where it is all of them. */
export function viewpointWords(some: readonly NamedViewpoint[], all: readonly NamedViewpoint[]): string {
  if (some.length === all.length && all.length > 1) return 'every node';
  const words = some.map((each) => each.words);
  return words.length > 5 ? `${listed(words.slice(0, 4))}, and ${words.length - 4} more` : listed(words);
}
