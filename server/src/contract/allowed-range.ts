/** The addresses and ports that a team allows: CIDR blocks and port ranges, read from their texts and searched. */
import { memo } from '../text/memo.ts';
import { canonicalIp, familyOfIp, isIpv4, parseIp, type Ip, type IpFamily } from './ip.ts';

/** Plain data. An undefined list allows everything, an empty one nothing. */
export interface AllowedRange {
  /** In canonical form, such as `10.0.0.0/8`. */
  readonly cidrs: readonly string[] | undefined;
  readonly ports: readonly PortRange[] | undefined;
}

/** Both ends are included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** The block in canonical form, or what is wrong with it, after its text. */
export function readCidr(text: string): { readonly cidr: string } | { readonly problem: string } {
  const [address = '', length, ...rest] = text.split('/');
  const ip = parseIp(address);
  if (!ip || ip.hasLeadingZeros || rest.length > 0)
    return { problem: 'is not a CIDR block. Write an address and a prefix length, such as "10.0.0.0/8".' };
  if (isIpv4(ip) && !ip.isWrittenAsIpv4)
    return { problem: 'is an IPv4 block in IPv6 notation. Write it in IPv4 notation, such as "10.0.0.0/8".' };
  const most = isIpv4(ip) ? 32 : 128;
  if (length === undefined) return { problem: `has no prefix length. Write "${canonicalIp(ip)}/${most}".` };
  const bits = Number(length);
  if (!/^(?:0|[1-9]\d{0,2})$/.test(length) || bits > most)
    return { problem: `has no valid prefix length. Write a number from 0 to ${most} after the slash.` };
  const first = `${canonicalIp(networkOf(ip, bits))}/${bits}`;
  if (canonicalIp(ip) !== first.split('/')[0])
    return { problem: `has bits after its prefix. Write "${first}", or a longer prefix.` };
  return { cidr: first };
}

/** The range of `443` or `5000-6000`; undefined for any other text. */
export function readPortRange(text: string): PortRange | undefined {
  const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to) };
  return from !== '' && range.from >= 1 && range.to <= 65535 && range.from <= range.to ? range : undefined;
}

export function isAllowedIp(ip: Ip, { cidrs }: AllowedRange): boolean {
  if (!cidrs) return true;
  return networksOf(cidrs).some(
    ({ family, bits, networks }) => family === familyOfIp(ip) && networks.has(bytesOf(ip, bits)),
  );
}

export function isAllowedPort(port: bigint, { ports }: AllowedRange): boolean {
  return ports?.some(({ from, to }) => port >= from && port <= to) ?? true;
}

interface Networks {
  readonly family: IpFamily;
  /** The length of the prefix, in bits of sixteen bytes. */
  readonly bits: number;
  readonly networks: Set<string>;
}

/** The networks by family and length: there are few lengths, but perhaps many blocks. */
const networksOf = memo((cidrs: readonly string[]): readonly Networks[] => {
  const found = new Map<string, Networks>();
  for (const cidr of cidrs) {
    const [address = '', length] = cidr.split('/');
    const ip = parseIp(address);
    if (!ip) continue;
    const family = familyOfIp(ip);
    const bits = Number(length) + (isIpv4(ip) ? 96 : 0);
    const key = `${family} ${bits}`;
    const group = found.get(key) ?? { family, bits, networks: new Set() };
    found.set(key, group);
    group.networks.add(bytesOf(ip, bits));
  }
  return [...found.values()];
});

/** The address with only the bits of its prefix. */
export function networkOf(ip: Ip, length: number): Ip {
  const bits = length + (isIpv4(ip) ? 96 : 0);
  return { ...ip, text: '', isWrittenAsIpv4: false, bytes: ip.bytes.map((byte, i) => masked(byte, bits - 8 * i)) };
}

function bytesOf({ bytes }: Ip, bits: number): string {
  return bytes.map((byte, i) => masked(byte, bits - 8 * i)).join('.');
}

/** The byte with only its first bits. */
function masked(byte: number, bits: number): number {
  return bits >= 8 ? byte : bits <= 0 ? 0 : byte & (0xff << (8 - bits)) & 0xff;
}
