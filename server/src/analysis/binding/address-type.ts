/** The address type of an EndpointSlice, and whether the API server accepts an IP address for it. */
import {
  canonicalIp,
  familyOfIp,
  isIpv4,
  isMapped,
  isOrdinaryIpv4,
  parseIp,
  refusedRange,
  unlikelyRange,
  type Ip,
} from '../../contract/ip.ts';
import { domainNameProblem } from '../../contract/string-format.ts';
import { member, textOf, type Bound } from './bind.ts';

/** True for the binding of an EndpointSlice or of a patch of one. */
export function isSliceRoot({ type }: Bound): boolean {
  return type.kind === 'object' && type.base === 'EndpointSlice';
}

/** The `addressType` as written; empty where it is absent, undefined for Endpoints and for an opaque value. */
export function addressTypeOf(root: Bound): string | undefined {
  if (!isSliceRoot(root)) return undefined;
  const node = member(root, 'addressType');
  return node ? textOf(node) : '';
}

/** True where the API server parses the addresses as IP addresses. */
export function hasIps(root: Bound): boolean {
  return !isSliceRoot(root) || /^IPv[46]$/.test(addressTypeOf(root) ?? '');
}

/** True for a canonical address of the right family outside of special ranges. No rule runs on these. */
export function isOrdinary(text: string, addressType: string | undefined): boolean {
  if (isOrdinaryIpv4(text)) return addressType === undefined || addressType === 'IPv4';
  const ip = parseIp(text);
  if (!ip || refusedRange(ip) || unlikelyRange(ip) || canonicalIp(ip) !== text) return false;
  return addressType === undefined || addressType === familyOfIp(ip);
}

/** The first minor version that accepts only canonical IPv6 addresses in slices. */
const strictSince = 33;

/** True where the API server rejects the address for the address type of the slice; false for Endpoints. */
export function isOfOtherFamily(ip: Ip, addressType: string | undefined): boolean {
  if (addressType === 'IPv6') return isIpv4(ip);
  return addressType === 'IPv4' && !isIpv4(ip);
}

/** True for an IPv6 address that the API server rejects because a slice accepts only the canonical spelling. */
export function isRefusedSpelling(
  { text, ip }: { readonly text: string; readonly ip: Ip },
  addressType: string | undefined,
  minor: number,
): boolean {
  return addressType === 'IPv6' && minor >= strictSince && !isIpv4(ip) && canonicalIp(ip) !== text;
}

/** The first minor version that accepts neither leading zeros nor IPv4 written as IPv6 where it reads IPv4. */
const unambiguousSince = 36;

/** True where the API server rejects the text as an address of Endpoints, or of a slice of the address type. */
export function isRefusedAddress(text: string, addressType: string | undefined, minor: number): boolean {
  if (addressType === 'FQDN') return domainNameProblem(text) !== undefined;
  // The type is missing or unknown, so nothing says what an address is.
  if (addressType !== undefined && !/^IPv[46]$/.test(addressType)) return false;
  if (isOrdinary(text, addressType)) return false;
  const ip = parseIp(text);
  if (!ip || refusedRange(ip) || isOfOtherFamily(ip, addressType)) return true;
  const isAmbiguous = addressType !== 'IPv6' && (ip.hasLeadingZeros || isMapped(ip));
  return (minor >= unambiguousSince && isAmbiguous) || isRefusedSpelling({ text, ip }, addressType, minor);
}
