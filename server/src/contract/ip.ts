/**
 * Parses IP addresses as the API server does: the lenient parser of `k8s.io/utils/net` (ParseIPSloppy), what
 * `net/netip` adds, the ranges that endpoint validation rejects, and the canonical text of RFC 5952.
 */

/** Sixteen bytes; an IPv4 address is held in its IPv4-mapped form, as in Go. */
export interface Ip {
  readonly text: string;
  readonly bytes: readonly number[];
  /** True where the text has only dots, no colons. */
  readonly isWrittenAsIpv4: boolean;
  /** True where the text has a leading zero that strict parsing rejects. */
  readonly hasLeadingZeros: boolean;
}

export type IpRange = 'unspecified' | 'loopback' | 'link-local' | 'link-local-multicast';

/** The address; undefined for a text that the API server rejects in every version. */
export function parseIp(text: string): Ip | undefined {
  if (last?.text !== text) last = { text, ip: parse(text) };
  return last.ip;
}

/** Several rules in a row parse the same address. */
let last: { readonly text: string; readonly ip: Ip | undefined } | undefined;

function parse(text: string): Ip | undefined {
  const colon = text.indexOf(':');
  const dot = text.indexOf('.');
  if (colon >= 0 && (dot < 0 || colon < dot)) return parseIpv6(text);
  return dot < 0 ? undefined : parseIpv4(text);
}

/** True for IPv4 and for IPv4-mapped IPv6 (`::ffff:10.0.0.1`), which the API server validates as IPv4. */
export function isIpv4({ bytes, isWrittenAsIpv4 }: Ip): boolean {
  if (isWrittenAsIpv4) return true;
  if (bytes[10] !== 0xff || bytes[11] !== 0xff) return false;
  for (let i = 0; i < 10; i++) if (bytes[i] !== 0) return false;
  return true;
}

export type IpFamily = 'IPv4' | 'IPv6';

export function familyOfIp(ip: Ip): IpFamily {
  return isIpv4(ip) ? 'IPv4' : 'IPv6';
}

/** True for IPv4 written as IPv6. */
export function isMapped(ip: Ip): boolean {
  return isIpv4(ip) && !ip.isWrittenAsIpv4;
}

/** The range for which endpoint validation rejects the address (`ValidateEndpointIP`); undefined for a usable address. */
export function refusedRange(ip: Ip): IpRange | undefined {
  return isIpv4(ip) ? refusedIpv4(numberIn(ip)) : refusedIpv6(ip.bytes);
}

function numberIn({ bytes: { 12: a = 0, 13: b = 0, 14: c = 0, 15: d = 0 } }: Ip): number {
  return ((a * 256 + b) * 256 + c) * 256 + d;
}

function refusedIpv4(number: number): IpRange | undefined {
  const [a, b, c] = bytesOf(number);
  if (number === 0) return 'unspecified';
  if (a === 127) return 'loopback';
  if (a === 169 && b === 254) return 'link-local';
  return a === 224 && b === 0 && c === 0 ? 'link-local-multicast' : undefined;
}

function refusedIpv6(bytes: readonly number[]): IpRange | undefined {
  const { 0: a = 0, 1: b = 0, 15: last = 0 } = bytes;
  if (last <= 1 && bytes.every((byte, i) => byte === 0 || i === 15)) return last === 0 ? 'unspecified' : 'loopback';
  if (a === 0xfe && (b & 0xc0) === 0x80) return 'link-local';
  return a === 0xff && (b & 0x0f) === 2 ? 'link-local-multicast' : undefined;
}

/** A range that the API server accepts but that holds no endpoints, in words; undefined for a plausible address. */
export function unlikelyRange(ip: Ip): string | undefined {
  return isIpv4(ip) ? unlikelyIpv4(numberIn(ip)) : unlikelyIpv6(ip.bytes);
}

function unlikelyIpv6([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string | undefined {
  if (a === 0xff) return 'a multicast address (RFC 4291)';
  if (a === 0x20 && b === 0x01 && c === 0x0d && d === 0xb8) return 'from a documentation range (RFC 3849)';
  return a === 0x3f && b === 0xff && c < 0x10 ? 'from a documentation range (RFC 9637)' : undefined;
}

function unlikelyIpv4(number: number): string | undefined {
  const [a, b, c] = bytesOf(number);
  if (number === 0xffffffff) return 'the broadcast address (RFC 919)';
  if (a >= 224 && a < 240) return 'a multicast address (RFC 5771)';
  if (a >= 240) return 'from the reserved range 240.0.0.0/4 (RFC 1112)';
  if (a === 0) return 'from the range 0.0.0.0/8, which means "this network" (RFC 791)';
  const isDocumentation =
    (a === 192 && b === 0 && c === 2) || (a === 198 && b === 51 && c === 100) || (a === 203 && b === 0 && c === 113);
  return isDocumentation ? 'from a documentation range (RFC 5737)' : undefined;
}

/** The text that every version of the API server accepts: dotted IPv4, or IPv6 as in RFC 5952. */
export function canonicalIp(ip: Ip): string {
  if (ip.isWrittenAsIpv4 && !ip.hasLeadingZeros) return ip.text;
  if (isIpv4(ip)) return ip.bytes.slice(12).join('.');
  const groups = Array.from({ length: 8 }, (_, i) => ((ip.bytes[2 * i] ?? 0) << 8) | (ip.bytes[2 * i + 1] ?? 0));
  const gap = longestZeros(groups);
  const hex = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  return gap ? `${hex(groups.slice(0, gap.start))}::${hex(groups.slice(gap.end))}` : hex(groups);
}

/** The canonical text of an address in any spelling; undefined for a text that is not an address. */
export function canonicalText(text: string): string | undefined {
  // A fast path for canonical IPv4 that allocates nothing.
  if (numberOfIpv4(text, true) >= 0) return text;
  const ip = parseIp(text);
  return ip && canonicalIp(ip);
}

/** True for a canonical IPv4 address in a range that may hold endpoints. */
export function isOrdinaryIpv4(text: string): boolean {
  const number = numberOfIpv4(text, true);
  return number >= 0 && !refusedIpv4(number) && !unlikelyIpv4(number);
}

/** The block of a canonical address: its text without the last number. */
export function blockOf(canonical: string): string {
  return canonical.slice(0, blockEnd(canonical));
}

export function isInBlock(canonical: string, block: string): boolean {
  return blockEnd(canonical) === block.length && canonical.startsWith(block);
}

function blockEnd(canonical: string): number {
  return Math.max(canonical.lastIndexOf('.'), canonical.lastIndexOf(':'));
}

/** The first of the longest runs of two or more zero groups. */
function longestZeros(groups: readonly number[]): { start: number; end: number } | undefined {
  let best: { start: number; end: number } | undefined;
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (groups[end] === 0) end++;
    if (end - start >= 2 && end - start > (best ? best.end - best.start : 0)) best = { start, end };
    if (end > start) start = end;
  }
  return best;
}

function parseIpv4(text: string): Ip | undefined {
  const strict = numberOfIpv4(text, true);
  const number = strict < 0 ? numberOfIpv4(text, false) : strict;
  if (number < 0) return undefined;
  const bytes = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, ...bytesOf(number)];
  return { text, bytes, isWrittenAsIpv4: true, hasLeadingZeros: strict < 0 };
}

/**
 * As one number; -1 if invalid, or in strict mode for leading zeros. Many rules read hundreds of thousands of these.
 */
function numberOfIpv4(text: string, isStrict: boolean): number {
  let number = 0;
  let octet = 0;
  let start = 0;
  let count = 0;
  for (let at = 0; at <= text.length; at++) {
    const digit = text.charCodeAt(at) - zero;
    if (digit >= 0 && digit <= 9) {
      // Larger numbers are invalid anyway; the cap keeps the arithmetic exact.
      octet = Math.min(octet * 10 + digit, 1_000);
      continue;
    }
    if (at === start || octet > 255 || count > 3 || (at < text.length && text[at] !== '.')) return -1;
    if (isStrict && at - start > 1 && text.charCodeAt(start) === zero) return -1;
    number = number * 256 + octet;
    count++;
    octet = 0;
    start = at + 1;
  }
  return count === 4 ? number : -1;
}

const zero = 0x30;

function bytesOf(number: number): [number, number, number, number] {
  return [number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff];
}

function parseIpv6(text: string): Ip | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 2 ? parseGroups(halves[1] ?? '', true) : { bytes: [], hasLeadingZeros: false };
  if (!head || !tail) return undefined;
  const missing = 16 - head.bytes.length - tail.bytes.length;
  if (halves.length === 2 ? missing < 2 : missing !== 0) return undefined;
  return {
    text,
    bytes: [...head.bytes, ...Array.from({ length: missing }, () => 0), ...tail.bytes],
    isWrittenAsIpv4: false,
    hasLeadingZeros: head.hasLeadingZeros || tail.hasLeadingZeros,
  };
}

/** Parses groups between colons. With `isLast`, the last one may be an IPv4 address. Undefined where a group is malformed. */
function parseGroups(text: string, isLast: boolean): { bytes: number[]; hasLeadingZeros: boolean } | undefined {
  const bytes: number[] = [];
  let hasLeadingZeros = false;
  if (text === '') return { bytes, hasLeadingZeros };
  const groups = text.split(':');
  for (const [i, group] of groups.entries()) {
    if (group.includes('.')) {
      const ipv4 = isLast && i === groups.length - 1 ? parseIpv4(group) : undefined;
      if (!ipv4) return undefined;
      bytes.push(...ipv4.bytes.slice(12));
      hasLeadingZeros ||= ipv4.hasLeadingZeros;
    } else {
      if (!/^0*[0-9a-fA-F]{1,4}$/.test(group)) return undefined;
      const number = Number.parseInt(group, 16);
      bytes.push(number >> 8, number & 0xff);
      hasLeadingZeros ||= group.length > 4;
    }
  }
  return { bytes, hasLeadingZeros };
}
