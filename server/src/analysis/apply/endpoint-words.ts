/** Describes the endpoints of an object in words: addresses × ports. */
import { canonicalIp, parseIp } from '../../contract/ip.ts';
import { listed } from '../../text/quote.ts';
import { isObject, isUnknown, memberItems, memberOf } from './json-value.ts';
import type { Json } from './json-value.ts';
import { kindOf } from './shape.ts';

export interface EndpointUnion {
  /** `10.0.0.1:5432`, `[fd00::1]:53/UDP (not ready)`; only the address where there are no ports. */
  readonly endpoints: readonly string[];
  readonly addresses: readonly string[];
}

/** Without duplicates. */
export function endpointUnion(object: Json | undefined): EndpointUnion {
  const endpoints = new Set<string>();
  const addresses = new Set<string>();
  for (const { address, note, ports } of kindOf(object) === 'EndpointSlice' ? inSlice(object) : inSubsets(object)) {
    const ip = ipWords(address);
    addresses.add(ip);
    const host = ip.includes(':') && ports.length > 0 && !ip.startsWith('$') ? `[${ip}]` : ip;
    for (const port of ports.length > 0 ? ports : ['']) endpoints.add(`${host}${port}${note}`);
  }
  return { endpoints: [...endpoints], addresses: [...addresses] };
}

interface Served {
  readonly address: Json | undefined;
  readonly note: string;
  readonly ports: readonly string[];
}

function inSubsets(object: Json | undefined): readonly Served[] {
  return memberItems(object, 'subsets').flatMap((subset) => {
    const ports = memberItems(subset, 'ports').map(portWords);
    return (
      [
        ['addresses', ''],
        ['notReadyAddresses', notReady],
      ] as const
    ).flatMap(([name, note]) =>
      memberItems(subset, name).map((each) => ({
        address: isObject(each) ? memberOf(each, 'ip') : each,
        note,
        ports,
      })),
    );
  });
}

function inSlice(object: Json | undefined): readonly Served[] {
  const ports = memberItems(object, 'ports').map((port) => (isForAll(port) ? '' : portWords(port)));
  return memberItems(object, 'endpoints').flatMap((endpoint) => {
    const note = memberOf(memberOf(endpoint, 'conditions'), 'ready') === false ? notReady : '';
    const addresses = isUnknown(endpoint) ? [endpoint] : memberItems(endpoint, 'addresses');
    return addresses.map((address) => ({ address, note, ports }));
  });
}

/** A slice port without a number stands for all ports. */
function isForAll(port: Json): boolean {
  return isObject(port) && (memberOf(port, 'port') ?? null) === null;
}

const notReady = ' (not ready)';

const mostExamples = 3;

/** At most three: `a, b, c and 4 more`. */
export function firstFew(words: readonly string[]): string {
  const left = words.length - mostExamples;
  return listed(left > 0 ? [...words.slice(0, mostExamples), `${left} more`] : words);
}

function ipWords(value: Json | undefined): string {
  const text = wordsOf(value);
  const parsed = parseIp(text);
  return parsed ? canonicalIp(parsed) : text;
}

function portWords(port: Json): string {
  const number = wordsOf(isUnknown(port) ? port : memberOf(port, 'port'));
  const protocol = wordsOf(memberOf(port, 'protocol') || 'TCP');
  return `:${number}${protocol === 'TCP' ? '' : `/${protocol}`}`;
}

function wordsOf(value: Json | undefined): string {
  if (isUnknown(value)) return value.text;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}
