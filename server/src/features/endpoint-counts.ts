/** How many endpoints a resource has, in words: for the code lens and the outline. */
import { expand } from '../analysis/expand.ts';
import type { Binding, Bound } from '../analysis/bind.ts';
import { member, textOf } from '../analysis/bind.ts';
import { canonicalIp, parseIp } from '../contract/ip.ts';

/** `no ports`, `1 port`, `2 ports`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
}

/** `2 addresses × 1 port`, for a subset. */
export function subsetSize(subset: Bound): string {
  const addresses = lengthOf(subset, 'addresses') + lengthOf(subset, 'notReadyAddresses');
  const ports = lengthOf(subset, 'ports');
  const joint = addresses > 0 && ports > 0 ? ' × ' : ', ';
  return plural(addresses, 'address', 'addresses') + joint + plural(ports, 'port');
}

/** `3 ready, 1 not ready`: the addresses as they are written, each counted once; undefined where there are none. */
export function addressCounts({ root }: Binding): string | undefined {
  const subsets = member(root, 'subsets')?.children ?? [];
  const [ready, notReady] = (['addresses', 'notReadyAddresses'] as const).map((list) => {
    const addresses = subsets.flatMap((subset) => member(subset, list)?.children ?? []);
    return new Set(addresses.map(addressKey).filter((key) => key !== undefined)).size;
  });
  return readiness(ready ?? 0, notReady ?? 0);
}

/** Equal for one address in two spellings; each that is not known counts by itself, and an empty one not at all. */
function addressKey(address: Bound): string | number | undefined {
  const ip = member(address, 'ip');
  if (address.value.kind === 'opaque' || ip?.value.kind === 'opaque') return address.value.span.start;
  const text = textOf(ip) ?? '';
  // IPv4 has no other spelling but with leading zeros.
  const parsed = text.includes(':') || /(?:^|\.)0\d/.test(text) ? parseIp(text) : undefined;
  return parsed ? canonicalIp(parsed) : text || undefined;
}

/** The whole of a resource's endpoints as one phrase: `3 ready, 1 not ready × 2 ports = 8 endpoints`. */
export function endpointPhrase(binding: Binding): string | undefined {
  const { endpoints, isComplete } = expand(binding);
  if (endpoints.length === 0) return isComplete ? 'no endpoints' : undefined;
  const subsets = (member(binding.root, 'subsets')?.children ?? []).filter(hasAddresses);
  const [only] = subsets;
  const phrase = (subsets.length === 1 && only && productPhrase(binding, only)) || sumPhrase(binding, subsets.length);
  if (isComplete) return phrase;
  // A template may leave out what is written; an expression only stands for more.
  return isOpenAnywhere(binding, subsets) ? `${phrase}, as written` : `at least ${phrase}`;
}

function readiness(ready: number, notReady: number): string | undefined {
  const parts = [ready > 0 && `${ready} ready`, notReady > 0 && `${notReady} not ready`].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** Undefined where addresses or ports repeat, so that the product is not the number of endpoints. */
function productPhrase(binding: Binding, subset: Bound): string | undefined {
  const { endpoints } = expand(binding);
  const ports = lengthOf(subset, 'ports');
  const each = Math.max(ports, 1);
  const ready = endpoints.filter(({ isReady }) => isReady).length / each;
  const notReady = endpoints.length / each - ready;
  if (!Number.isInteger(ready) || !Number.isInteger(notReady)) return undefined;
  const addresses = readiness(ready, notReady) ?? '';
  if (ports === 0) return `${addresses}, no ports`;
  return `${addresses} × ${plural(ports, 'port')} = ${plural(endpoints.length, 'endpoint')}`;
}

function sumPhrase(binding: Binding, subsets: number): string {
  const { endpoints } = expand(binding);
  const ready = endpoints.filter(({ isReady }) => isReady).length;
  const where = subsets > 1 ? ` in ${subsets} subsets` : '';
  return `${plural(endpoints.length, 'endpoint')}${where}: ${readiness(ready, endpoints.length - ready) ?? ''}`;
}

function hasAddresses(subset: Bound): boolean {
  return lengthOf(subset, 'addresses') + lengthOf(subset, 'notReadyAddresses') > 0;
}

function isOpenAnywhere({ root }: Binding, subsets: readonly Bound[]): boolean {
  const lists = subsets.flatMap((subset) => [subset, ...subset.children]);
  const list = member(root, 'subsets');
  return [root, ...(list ? [list] : []), ...lists].some(({ value }) => 'isOpen' in value && value.isOpen);
}

function lengthOf(subset: Bound, list: 'addresses' | 'notReadyAddresses' | 'ports'): number {
  return member(subset, list)?.children.length ?? 0;
}
