/** The viewpoints from which the answers for a Service may differ. */
import type { ServiceWorld, TrafficNode, TrafficWorld } from './model.ts';
import { hasLocalPolicy } from './policies.ts';

/** `node` is empty for a node that no object names; `zone` is undefined for the zone that the objects give to the node. */
export interface AskedViewpoint {
  readonly node: string;
  readonly zone: string | null | undefined;
}

/** Further nodes are left out. */
export const mostNodes = 500;

/** Whether a node of that name may exist: where Nodes are written, only those. */
export function nodeTest(nodes: readonly TrafficNode[]): (name: string) => boolean {
  const names = new Set(nodes.map(({ name }) => name));
  const isOpen = nodes.every(({ name }) => name === '') || nodes.some(({ entry }) => !entry.facts.name.isKnown);
  return (name) => isOpen || names.has(name);
}

/**
 * Each node and zone that changes what kube-proxy does, and a node that has no part. `worlds` are states of one Service, `nodes`
 * the Nodes of all of them.
 */
export function viewpointsOf(
  worlds: readonly ServiceWorld[],
  nodes: readonly TrafficNode[],
): {
  readonly viewpoints: readonly AskedViewpoint[];
  /** The nodes that are left out. */
  readonly leftCount: number;
} {
  const endpoints = worlds.flatMap(({ slices }) => slices.flatMap((slice) => slice.endpoints));
  const own = worlds.some(({ service }) => hasLocalPolicy(service)) ? endpoints.map(({ nodeName }) => nodeName) : [];
  const named = [...new Set([...own, ...endpoints.flatMap(({ hintedNodes }) => hintedNodes)])].filter(Boolean).sort();
  const existing = named.filter(nodeTest(nodes));
  const zones = [...new Set(endpoints.flatMap(({ hintedZones }) => hintedZones))].filter(Boolean).sort();
  return {
    viewpoints: [
      ...zones.map((zone) => ({ node: '', zone })),
      ...existing.slice(0, mostNodes).map((node) => ({ node, zone: undefined })),
      { node: '', zone: null },
    ],
    leftCount: Math.max(existing.length - mostNodes, 0),
  };
}

/** The label of the Node; else the zone that the endpoints on the node name; else null. */
export function zoneAt(
  { node, zone }: AskedViewpoint,
  { slices }: Pick<ServiceWorld, 'slices'>,
  nodes: ReadonlyMap<string, TrafficNode>,
): string | null {
  if (zone !== undefined) return zone;
  const written = nodes.get(node);
  if (written) return written.zone ?? null;
  for (const { endpoints } of slices)
    for (const each of endpoints) if (each.nodeName === node && each.zone !== '') return each.zone;
  return null;
}

export function nodesByName({ nodes }: Pick<TrafficWorld, 'nodes'>): ReadonlyMap<string, TrafficNode> {
  return new Map(nodes.map((node) => [node.name, node]));
}
