/** Validates CIDR ranges as the API server does: leniently at first (ParseCIDRSloppy), strictly since Kubernetes 1.36. */
import { networkOf } from './allowed-range.ts';
import { canonicalIp, isMapped, parseIp } from './ip.ts';

/** The first minor version with StrictIPCIDRValidation by default. */
const strictSince = 36;

/** The end of a sentence about the range, and the range that is probably meant; undefined for a valid range. */
export function cidrProblem(
  text: string,
  minor: number,
): { readonly problem: string; readonly right?: string } | undefined {
  const [, address = '', prefix = ''] = /^([^/]*)\/(\d+)$/.exec(text) ?? [];
  const ip = parseIp(address);
  if (!ip) {
    const single = parseIp(text);
    if (!single) return { problem: 'is not a CIDR range' };
    return { problem: 'has no prefix length', right: `${canonicalIp(single)}/${single.isWrittenAsIpv4 ? 32 : 128}` };
  }
  const most = ip.isWrittenAsIpv4 ? 32 : 128;
  if (Number(prefix) > most) return { problem: `has the prefix length ${prefix}; the limit is ${most}` };
  if (minor < strictSince) return undefined;
  const since = 'which the API server rejects since Kubernetes 1.36';
  if (ip.hasLeadingZeros || /^0\d/.test(prefix)) return { problem: `has leading zeros, ${since}` };
  if (isMapped(ip)) return { problem: `is an IPv4 range written as IPv6, ${since}` };
  const network = canonicalIp(networkOf(ip, Number(prefix)));
  if (network === canonicalIp(ip)) return undefined;
  return { problem: `has bits after its prefix, ${since}`, right: `${network}/${prefix}` };
}
