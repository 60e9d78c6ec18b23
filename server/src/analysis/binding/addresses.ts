/** The addresses of a subset or a slice, as rules about several of them need them. */
import { canonicalText } from '../../contract/ip.ts';
import { memo } from '../../text/memo.ts';
import { isOpen } from '../../tree/value.ts';
import { hasIps } from './address-type.ts';
import type { Bound } from './bind.ts';
import { member, nodeAt, textOf } from './bind.ts';

export interface Address {
  /** The address entry. */
  readonly node: Bound;
  /** Its `ip`; in a slice the address is all there is. */
  readonly ip: Bound;
  /** The canonical text, so that two spellings of one address are equal. */
  readonly key: string;
  /** The UID of the object behind it; empty where none is named. */
  readonly uid: string;
}

/** The valid addresses in one of a subset's lists; none where the list is absent, opaque, of another type, or a template's. */
export function addressesOf(subset: Bound, list: 'addresses' | 'notReadyAddresses'): readonly Address[] {
  const addresses = member(subset, list);
  // Of alternatives that a template chooses from, only one will be there.
  return !addresses || isOpen(addresses.value) || isOpen(subset.value) ? none : readAddresses(addresses);
}

const none: readonly Address[] = [];

/** Several rules ask for them. */
const readAddresses = memo(({ children }: Bound): readonly Address[] => {
  const found: Address[] = [];
  for (const node of children) {
    const ip = member(node, 'ip');
    const key = canonicalText(textOf(ip) ?? '');
    if (ip && key !== undefined) found.push({ node, ip, key, uid: uidOf(node) });
  }
  return found;
});

function uidOf(node: Bound): string {
  return textOf(nodeAt(node, ['targetRef', 'uid'])) ?? '';
}

/** The valid addresses of a slice, of endpoints in their order; none of a template's. */
export const addressesOfSlice = memo((root: Bound): readonly Address[] => {
  const endpoints = member(root, 'endpoints');
  if (!endpoints || isOpen(endpoints.value) || !hasIps(root)) return [];
  return endpoints.children.flatMap((endpoint) => {
    const addresses = member(endpoint, 'addresses');
    if (!addresses || isOpen(addresses.value) || isOpen(endpoint.value)) return [];
    return addresses.children.flatMap((ip) => {
      const key = canonicalText(textOf(ip) ?? '');
      return key === undefined ? [] : [{ node: endpoint, ip, key, uid: uidOf(endpoint) }];
    });
  });
});
