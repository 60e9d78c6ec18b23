/** Writes the number of endpoints of a resource, for the code lens and the outline. */
import { isSliceRoot } from '../../analysis/binding/address-type.ts';
import { expand } from '../../analysis/binding/expand.ts';
import { member, type Binding, type Bound } from '../../analysis/binding/bind.ts';
import { childCount } from '../../analysis/binding/blocks.ts';
import { isOpen } from '../../tree/value.ts';
import type { LocatedResource } from '../view.ts';
import { addressCountsPhrase } from './address-counts.ts';

/** `no ports`, `1 port`, `2 ports`. */
function plural(count: number, one: string, many = `${one}s`): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
}

/** `2 addresses × 1 port`, for a subset. */
export function subsetSize(subset: Bound): string {
  const addresses = lengthOf(subset, 'addresses') + lengthOf(subset, 'notReadyAddresses');
  const ports = lengthOf(subset, 'ports');
  const joint = addresses > 0 && ports > 0 ? ' × ' : ', ';
  return plural(addresses, 'address', 'addresses') + joint + plural(ports, 'port');
}

export type CountedResource = Pick<LocatedResource, 'binding' | 'document' | 'minor'>;

/**
 * `3 ready, 1 not ready × 2 ports = 8 endpoints`, or `1 valid, 3 refused` where not all addresses count; undefined where
 * none is known and more may exist.
 */
export function endpointPhrase(counted: CountedResource): string | undefined {
  const addressCounts = addressCountsPhrase(counted.binding, counted.minor);
  if (addressCounts !== undefined) return qualified(addressCounts, counted);
  const found = countsOf(counted);
  if (!found) return expand(counted.binding, counted.document).isComplete ? 'no endpoints' : undefined;
  const { count, addresses, ports, subsets } = found;
  const endpoints = plural(count, 'endpoint');
  if (addresses === undefined) {
    return qualified(`${endpoints}${subsets > 1 ? ` in ${subsets} subsets` : ''}: ${found.readiness}`, counted);
  }
  return qualified(
    typeof ports === 'string' ? `${addresses}, ${ports}` : `${addresses} × ${plural(ports, 'port')} = ${endpoints}`,
    counted,
  );
}

/** The short form for the outline, `3 ready, 1 not ready`; undefined where none is known. */
export function endpointSummary(counted: CountedResource): string | undefined {
  const found = countsOf(counted);
  if (!found) return undefined;
  const { count, addresses } = found;
  const phrase =
    addressCountsPhrase(counted.binding, counted.minor) ??
    addresses ??
    `${plural(count, 'endpoint')}: ${found.readiness}`;
  return isAtLeast(counted) ? `at least ${phrase}` : phrase;
}

interface Counts {
  readonly count: number;
  /** The endpoints by state: `6 ready, 2 not ready`. */
  readonly readiness: string;
  /** The addresses by state. Undefined where addresses × ports is not the number of endpoints, as with repeated addresses. */
  readonly addresses: string | undefined;
  readonly ports: number | string;
  readonly subsets: number;
}

function countsOf({ binding, document }: CountedResource): Counts | undefined {
  const { endpoints } = expand(binding, document);
  if (endpoints.length === 0) return undefined;
  const ready = endpoints.filter(({ isReady }) => isReady).length;
  const notReady = endpoints.length - ready;
  const subsets = groupsOf(binding).filter(hasAddresses);
  const [only] = subsets;
  const ports = (only && member(only, 'ports')?.value.kind) === 'opaque' ? 'unknown ports' : undefined;
  const each = only ? Math.max(lengthOf(only, 'ports'), 1) : 1;
  const isProduct = subsets.length === 1 && ready % each === 0 && notReady % each === 0;
  return {
    count: endpoints.length,
    readiness: readiness(ready, notReady),
    addresses: isProduct ? readiness(ready / each, notReady / each) : undefined,
    ports: (ports ?? (only && lengthOf(only, 'ports'))) || 'no ports',
    subsets: subsets.length,
  };
}

function readiness(ready: number, notReady: number): string {
  return [ready > 0 && `${ready} ready`, notReady > 0 && `${notReady} not ready`].filter(Boolean).join(', ');
}

function qualified(phrase: string, counted: CountedResource): string {
  if (isAtLeast(counted)) return `at least ${phrase}`;
  return expand(counted.binding, counted.document).isComplete ? phrase : `${phrase}, as written`;
}

/** True where opaque values can only add endpoints. A template, which leaves a collection open, can also remove some. */
function isAtLeast({ binding, document }: CountedResource): boolean {
  return !expand(binding, document).isComplete && !isOpenAnywhere(binding);
}

/** The parts whose addresses share ports: each subset, or the whole slice. */
function groupsOf({ root }: Binding): readonly Bound[] {
  return isSliceRoot(root) ? [root] : (member(root, 'subsets')?.children ?? []);
}

function hasAddresses(group: Bound): boolean {
  return lists.some((list) => lengthOf(group, list) > 0);
}

function isOpenAnywhere({ root }: Binding): boolean {
  const isSlice = isSliceRoot(root);
  const list = member(root, isSlice ? 'endpoints' : 'subsets');
  const ports = isSlice ? member(root, 'ports') : undefined;
  const items = (list?.children ?? []).filter((item) => isSlice || hasAddresses(item));
  return [root, list, ports, ...items, ...items.flatMap(({ children }) => children)].some(
    (node) => node && isOpen(node.value),
  );
}

const lists = ['addresses', 'notReadyAddresses', 'endpoints'] as const;

function lengthOf(subset: Bound, list: (typeof lists)[number] | 'ports'): number {
  const node = member(subset, list);
  return node ? childCount(node) : 0;
}
