/** The valid IP addresses of a subset or a slice, for rules that compare several of them. */
import { canonicalText } from '../../contract/ip.ts';
import { memo } from '../../text/memo.ts';
import { isOpen } from '../../tree/value.ts';
import { hasIps } from './address-type.ts';
import { member, nodeAt, textOf, type Bound } from './bind.ts';

export interface Address {
  /** The entry of `addresses`, or the endpoint of a slice. */
  readonly node: Bound;
  readonly ip: Bound;
  /** The canonical text: equal for two spellings of one address. */
  readonly key: string;
  /** The `targetRef.uid`; empty where it is absent. */
  readonly uid: string;
}

/** The valid addresses in one list of a subset; empty for an absent, opaque, mistyped or open list. */
export function addressesOf(subset: Bound, list: 'addresses' | 'notReadyAddresses'): readonly Address[] {
  const addresses = member(subset, list);
  // A template may choose between the items, so their combination is unknown.
  return !addresses || isOpen(addresses.value) || isOpen(subset.value) ? none : readAddresses(addresses);
}

const none: readonly Address[] = [];

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

/** The valid addresses of a slice, in the order of its endpoints; empty for an absent or open list. */
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

/** Equal for addresses of a slice that are the same endpoint; undefined where the host name is unknown. */
export function endpointIdentity({ key, uid, node }: Address): string | undefined {
  const hostname = member(node, 'hostname');
  const name = hostname ? textOf(hostname) : '';
  return name === undefined ? undefined : `${key} ${uid} ${name}`;
}
