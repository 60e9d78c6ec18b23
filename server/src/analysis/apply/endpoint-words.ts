/** The endpoints that subsets stand for, in words: addresses × ports, as far as they are known. */
import { canonicalIp, parseIp } from '../../contract/ip.ts';
import { listed } from '../../text/quote.ts';
import { isList, isObject, isUnknown, memberOf } from './json.ts';
import type { Json } from './json.ts';

export interface Union {
  /** `10.0.0.1:5432`, `[fd00::1]:53/UDP (not ready)`; an address alone where there are no ports. */
  readonly endpoints: readonly string[];
  readonly addresses: readonly string[];
}

/** The union over the subsets, without repetitions. */
export function unionOf(subsets: Json | undefined): Union {
  const endpoints = new Set<string>();
  const addresses = new Set<string>();
  for (const subset of listOf(subsets)) {
    const ports = listOf(memberOf(subset, 'ports')).map(portWords);
    for (const [name, note] of [
      ['addresses', ''],
      ['notReadyAddresses', ' (not ready)'],
    ] as const) {
      for (const address of listOf(memberOf(subset, name))) {
        const ip = ipWords(isObject(address) ? memberOf(address, 'ip') : address);
        addresses.add(ip);
        const host = ip.includes(':') && ports.length > 0 && !ip.startsWith('$') ? `[${ip}]` : ip;
        for (const port of ports.length > 0 ? ports : ['']) endpoints.add(`${host}${port}${note}`);
      }
    }
  }
  return { endpoints: [...endpoints], addresses: [...addresses] };
}

const mostExamples = 3;

/** At most three of them: `a, b, c and 4 more`. */
export function someOf(words: readonly string[]): string {
  const left = words.length - mostExamples;
  return listed(left > 0 ? [...words.slice(0, mostExamples), `${left} more`] : words);
}

function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
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
