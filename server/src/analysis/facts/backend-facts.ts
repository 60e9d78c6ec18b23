/** What a Service needs to know of the endpoints behind it: for each subset or slice its families, ports, nodes and hints. */
import { familyOfIp, parseIp } from '../../contract/ip.ts';
import type { Path } from '../../tree/path.ts';
import { isNull } from '../../tree/value.ts';
import { isEmpty, member, textOf, type Bound, type BoundBlock } from '../binding/bind.ts';
import { blocksIn, memoOfBlock } from '../binding/blocks.ts';
import { hasAllItems, isStatic } from '../binding/static-value.ts';
import { portFacts, type PortFacts } from './port-facts.ts';

/** Whether all, some or none of the ready endpoints have something. */
export type Share = 'all' | 'some' | 'none';

/** A slice, or a subset of Endpoints. Without addresses, because nearly every edit changes them. */
export interface BackendFacts {
  readonly path: Path;
  /** The families of the written addresses, or the address type of a slice; `?` where one is opaque. */
  readonly families: readonly string[];
  /** In document order; null for a port whose name or protocol is opaque. */
  readonly ports: readonly (PortFacts | null)[];
  /** False where a template or an expression may add ports or endpoints. */
  readonly isWhole: boolean;
  readonly hasEndpoints: boolean;
  readonly hasReady: boolean;
  readonly hasUnready: boolean;
  /** Of the ready endpoints: which have a `nodeName`, hints for zones, and hints for nodes. */
  readonly nodeNames: Share;
  readonly zoneHints: Share;
  readonly nodeHints: Share;
}

export function subsetFacts(subset: Bound): BackendFacts {
  const ready = member(subset, 'addresses');
  const unready = member(subset, 'notReadyAddresses');
  const families = new Set<string>();
  for (const list of [ready, unready])
    for (const block of blocksOf(list)) for (const family of familiesIn(block)) families.add(family);
  const areStatic = isStatic(ready) && isStatic(unready);
  return {
    path: subset.path,
    families: familiesOf(families),
    ports: portsIn(subset),
    isWhole: areStatic && isStatic(subset) && hasAllItems(member(subset, 'ports')),
    hasEndpoints: families.size > 0 || !areStatic,
    hasUnready: blocksOf(unready).some(({ nodes }) => nodes.length > 0),
    ...sharesOf(blocksOf(ready).map(countsIn)),
  };
}

export function sliceBackend(root: Bound): BackendFacts {
  const endpoints = member(root, 'endpoints');
  const all = blocksOf(endpoints).map(endpointsIn);
  return {
    path: root.path,
    families: familiesOf(new Set([textOf(member(root, 'addressType')) || '?'])),
    ports: portsIn(root),
    isWhole:
      [root, endpoints, member(root, 'addressType')].every(isStatic) &&
      hasAllItems(member(root, 'ports')) &&
      all.every(({ areKnown }) => areKnown),
    hasEndpoints: all.some(({ count }) => count > 0) || !isStatic(endpoints),
    hasUnready: all.some(({ count, ready }) => ready.all < count),
    ...sharesOf(all.map(({ ready }) => ready)),
  };
}

function blocksOf(list: Bound | undefined): readonly BoundBlock[] {
  return list ? blocksIn(list) : none;
}

const familiesIn = memoOfBlock((addresses) => new Set(addresses.map((each) => familyOf(textOf(member(each, 'ip'))))));

const endpointsIn = memoOfBlock((endpoints) => ({
  count: endpoints.length,
  areKnown: endpoints.every(isKnown),
  ready: countsOf(endpoints.filter(countsAsReady)),
}));

/** False where an expression or a template decides whether the endpoint is ready. */
function isKnown(endpoint: Bound): boolean {
  const conditions = member(endpoint, 'conditions');
  return isStatic(endpoint) && isStatic(conditions) && (conditions?.children ?? []).every(isStatic);
}

/** True for an endpoint of a slice that counts as ready, because the condition is absent or true. */
export function countsAsReady(endpoint: Bound): boolean {
  const conditions = member(endpoint, 'conditions');
  const ready = conditions && member(conditions, 'ready');
  return ready?.value.kind !== 'scalar' || ready.value.value !== false;
}

const none: readonly never[] = [];

function portsIn(owner: Bound): BackendFacts['ports'] {
  return (member(owner, 'ports')?.children ?? none).map((port) => portFacts(port) ?? null);
}

/** Nearly all lists have one family. */
const single: Readonly<Record<string, readonly string[]>> = { IPv4: ['IPv4'], IPv6: ['IPv6'] };

function familiesOf(families: ReadonlySet<string>): readonly string[] {
  const [only = '?'] = families;
  return (families.size === 1 ? single[only] : undefined) ?? [...families];
}

function familyOf(text: string | undefined): string {
  if (text === undefined) return '?';
  if (!text.includes(':')) return 'IPv4';
  const ip = parseIp(text);
  return ip ? familyOfIp(ip) : '?';
}

/** How many ready endpoints there are, and how many of them have what a share tells of. */
interface ShareCounts {
  readonly all: number;
  readonly nodeNames: number;
  readonly zoneHints: number;
  readonly nodeHints: number;
}

const countsIn = memoOfBlock(countsOf);

function countsOf(ready: readonly Bound[]): ShareCounts {
  const count = (test: (each: Bound) => boolean): number => ready.filter(test).length;
  return {
    all: ready.length,
    nodeNames: count((each) => !isEmpty(member(each, 'nodeName')) || !isStatic(each)),
    zoneHints: count((each) => hasHint(each, 'forZones')),
    nodeHints: count((each) => hasHint(each, 'forNodes')),
  };
}

function sharesOf(
  counts: readonly ShareCounts[],
): Pick<BackendFacts, 'hasReady' | 'nodeNames' | 'zoneHints' | 'nodeHints'> {
  const sum = (name: keyof ShareCounts): number => counts.reduce((total, each) => total + each[name], 0);
  const all = sum('all');
  const share = (name: keyof ShareCounts): Share => {
    const count = sum(name);
    return count === 0 ? 'none' : count === all ? 'all' : 'some';
  };
  return {
    hasReady: all > 0,
    nodeNames: share('nodeNames'),
    zoneHints: share('zoneHints'),
    nodeHints: share('nodeHints'),
  };
}

/** True also for a hint that a template or an expression may give. */
export function hasHint(endpoint: Bound, name: 'forZones' | 'forNodes'): boolean {
  const hints = member(endpoint, 'hints');
  const list = hints && member(hints, name);
  if (!isStatic(endpoint) || !isStatic(hints) || !isStatic(list)) return true;
  return list !== undefined && !isNull(list.value) && list.children.length > 0;
}
