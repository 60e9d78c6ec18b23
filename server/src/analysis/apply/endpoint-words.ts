/** The endpoints of an object as it is sent or stored: their readiness, and addresses × ports in words. */
import { canonicalIp, parseIp } from '../../contract/ip.ts';
import { listed } from '../../text/quote.ts';
import type { Path } from '../../tree/path.ts';
import { isObject, isUnknown, memberItems, memberOf, type Json, type JsonObject } from './json-value.ts';
import { kindOf } from './shape.ts';

/** An address of a subset, or an endpoint of a slice. */
interface EndpointState {
  readonly path: Path;
  /** Undefined where it is opaque. */
  readonly isReady: boolean | undefined;
  readonly addresses: readonly (Json | undefined)[];
  /** In words; none for an object without ports. */
  readonly ports: readonly string[];
}

/** The addresses of all subsets, or the endpoints of a slice, in order. */
export function endpointStates(object: Json | undefined): readonly EndpointState[] {
  return kindOf(object) === 'EndpointSlice' ? statesInSlice(object) : statesInSubsets(object);
}

function statesInSubsets(object: Json | undefined): readonly EndpointState[] {
  return memberItems(object, 'subsets').flatMap((subset, i) => {
    const ports = memberItems(subset, 'ports').map(portWords);
    return (['addresses', 'notReadyAddresses'] as const).flatMap((name) =>
      memberItems(subset, name).map((each, j) => ({
        path: ['subsets', i, name, j],
        isReady: name === 'addresses',
        addresses: [isObject(each) ? memberOf(each, 'ip') : each],
        ports,
      })),
    );
  });
}

function statesInSlice(object: Json | undefined): readonly EndpointState[] {
  const ports = memberItems(object, 'ports').map((port) => (isForAll(port) ? '' : portWords(port)));
  return memberItems(object, 'endpoints').map((endpoint, i) => ({
    path: ['endpoints', i],
    isReady: isReady(endpoint),
    addresses: isUnknown(endpoint) ? [endpoint] : memberItems(endpoint, 'addresses'),
    ports,
  }));
}

/** An absent condition counts as ready. */
function isReady(endpoint: Json): boolean | undefined {
  const conditions = memberOf(endpoint, 'conditions');
  const ready = memberOf(conditions, 'ready');
  return [endpoint, conditions, ready].some(isUnknown) ? undefined : ready !== false;
}

/** `Addresses: 2 ready, 1 not ready`; `Endpoints: …` for a slice. */
export function statesText(object: JsonObject): string {
  const states = endpointStates(object);
  const count = (wanted: boolean | undefined): number => states.filter((each) => each.isReady === wanted).length;
  const open = count(undefined) > 0 ? `, ${count(undefined)} unknown` : '';
  const noun = kindOf(object) === 'EndpointSlice' ? 'Endpoints' : 'Addresses';
  return `${noun}: ${count(true)} ready, ${count(false)} not ready${open}`;
}

interface EndpointUnion {
  /** `10.0.0.1:5432`, `[fd00::1]:53/UDP (not ready)`; only the address where there are no ports. */
  readonly endpoints: readonly string[];
  readonly addresses: readonly string[];
}

export function endpointUnion(object: Json | undefined): EndpointUnion {
  const endpoints = new Set<string>();
  const addresses = new Set<string>();
  for (const { addresses: own, isReady: ready, ports } of endpointStates(object)) {
    for (const address of own) {
      const ip = ipWords(address);
      addresses.add(ip);
      const host = ip.includes(':') && ports.length > 0 && !ip.startsWith('$') ? `[${ip}]` : ip;
      const note = ready === false ? ' (not ready)' : '';
      for (const port of ports.length > 0 ? ports : ['']) endpoints.add(`${host}${port}${note}`);
    }
  }
  return { endpoints: [...endpoints], addresses: [...addresses] };
}

/** A slice port without a number stands for all ports. */
function isForAll(port: Json): boolean {
  return isObject(port) && (memberOf(port, 'port') ?? null) === null;
}

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
