/** What the addresses of an object are: IP addresses, but for an EndpointSlice that says otherwise. */
import {
  canonicalIp,
  familyOfIp,
  isIpv4,
  isMapped,
  isOrdinaryIpv4,
  parseIp,
  refusedRange,
  unlikelyRange,
} from '../../contract/ip.ts';
import type { Ip } from '../../contract/ip.ts';
import type { Bound } from './bind.ts';
import { member, textOf } from './bind.ts';

/** True for what was bound as an EndpointSlice, or as a patch of one. */
export function isSliceRoot({ type }: Bound): boolean {
  return type.kind === 'object' && type.base === 'EndpointSlice';
}

/** The address type of an EndpointSlice as written; empty where none is, undefined for an Endpoints and where it is not known. */
export function addressTypeOf(root: Bound): string | undefined {
  if (!isSliceRoot(root)) return undefined;
  const node = member(root, 'addressType');
  return node ? textOf(node) : '';
}

/** True where the server reads the addresses as IP addresses. */
export function hasIps(root: Bound): boolean {
  return !isSliceRoot(root) || /^IPv[46]$/.test(addressTypeOf(root) ?? '');
}

/** True for an address of the right family in its one canonical spelling, where endpoints may well live. Nearly all are. */
export function isOrdinary(text: string, addressType: string | undefined): boolean {
  if (isOrdinaryIpv4(text)) return addressType === undefined || addressType === 'IPv4';
  const ip = parseIp(text);
  if (!ip || refusedRange(ip) || unlikelyRange(ip) || canonicalIp(ip) !== text) return false;
  return addressType === undefined || addressType === familyOfIp(ip);
}

/** The first version that reads the addresses of slices strictly. */
const strictSince = 33;
/** The first version that refuses IPv4 written as IPv6 in every field. */
const unmappedSince = 36;

/** True for an address that the server refuses because the slice is of another type; where there is no slice, never. */
export function isOfOtherFamily(ip: Ip, addressType: string | undefined, minor: number): boolean {
  if (addressType === 'IPv6') return isIpv4(ip);
  if (addressType !== 'IPv4') return false;
  return isIpv4(ip) ? isMapped(ip) && minor >= strictSince && minor < unmappedSince : true;
}

/** True for an IPv6 address that the server refuses because a slice takes its one canonical spelling alone. */
export function isRefusedSpelling(
  { text, ip }: { readonly text: string; readonly ip: Ip },
  addressType: string | undefined,
  minor: number,
): boolean {
  return addressType === 'IPv6' && minor >= strictSince && !isIpv4(ip) && canonicalIp(ip) !== text;
}
