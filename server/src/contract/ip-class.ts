/** Classifies IP addresses by IANA's special-purpose registries, with the RFC of each range. */
import { isIpv4, type Ip } from './ip.ts';

export interface IpClass {
  /** Completes "IPv4, …". */
  readonly name: string;
  /** The number of the RFC. */
  readonly rfc: number;
}

/** A range: its first bytes, the length of the prefix in bits, and its description. Narrow ranges come before wide ones. */
type Range = readonly [bytes: readonly number[], bits: number, name: string, rfc: number];

const ipv4: readonly Range[] = [
  [[0, 0, 0, 0], 32, 'unspecified', 1122],
  [[0], 8, 'in the range "this network"', 791],
  [[10], 8, 'private', 1918],
  [[172, 16], 12, 'private', 1918],
  [[192, 168], 16, 'private', 1918],
  [[100, 64], 10, 'shared address space, for carrier-grade NAT', 6598],
  [[127], 8, 'loopback', 1122],
  [[169, 254], 16, 'link-local', 3927],
  [[192, 0, 0], 24, 'reserved for protocol assignments', 6890],
  [[192, 0, 2], 24, 'for documentation', 5737],
  [[198, 51, 100], 24, 'for documentation', 5737],
  [[203, 0, 113], 24, 'for documentation', 5737],
  [[198, 18], 15, 'for benchmarking', 2544],
  [[224, 0, 0], 24, 'link-local multicast', 5771],
  [[224], 4, 'multicast', 5771],
  [[255, 255, 255, 255], 32, 'broadcast', 919],
  [[240], 4, 'reserved', 1112],
];

const ipv6: readonly Range[] = [
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 128, 'unspecified', 4291],
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, 'loopback', 4291],
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 96, 'IPv4-compatible, deprecated', 4291],
  [[0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96, 'an IPv4 address behind NAT64', 6052],
  [[0, 0x64, 0xff, 0x9b, 0, 1], 48, 'for NAT64 within a network', 8215],
  [[0x01, 0, 0, 0, 0, 0, 0, 0], 64, 'discard-only', 6666],
  [[0x20, 0x01, 0, 0], 32, 'Teredo', 4380],
  [[0x20, 0x01, 0x0d, 0xb8], 32, 'for documentation', 3849],
  [[0x20, 0x02], 16, '6to4', 3056],
  [[0x3f, 0xff, 0], 20, 'for documentation', 9637],
  [[0x5f, 0], 16, 'a segment routing ID', 9602],
  [[0x20], 3, 'global', 4291],
  [[0xfc], 7, 'unique local', 4193],
  [[0xfe, 0x80], 10, 'link-local', 4291],
  [[0xfe, 0xc0], 10, 'site-local, deprecated', 3879],
];

/** The class of the address; `global` for an IPv4 address outside all ranges. */
export function classOf(ip: Ip): IpClass {
  if (isIpv4(ip)) return find(ipv4, ip.bytes.slice(12)) ?? { name: 'global', rfc: 791 };
  const [first = 0, second = 0] = ip.bytes;
  // Any flags are allowed: the API server, too, tests only the scope.
  if (first === 0xff) return { name: (second & 0x0f) === 2 ? 'link-local multicast' : 'multicast', rfc: 4291 };
  return find(ipv6, ip.bytes) ?? { name: 'not assigned to any use', rfc: 4291 };
}

function find(ranges: readonly Range[], bytes: readonly number[]): IpClass | undefined {
  const range = ranges.find(([prefix, bits]) => isWithin(bytes, prefix, bits));
  return range && { name: range[2], rfc: range[3] };
}

function isWithin(bytes: readonly number[], prefix: readonly number[], bits: number): boolean {
  return prefix.every((byte, i) => {
    const counted = Math.min(8, bits - 8 * i);
    const mask = (0xff << (8 - counted)) & 0xff;
    return ((bytes[i] ?? 0) & mask) === (byte & mask);
  });
}
