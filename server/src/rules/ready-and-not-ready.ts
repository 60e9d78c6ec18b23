/** The contract keeps the two lists of a subset apart; the server does not look, and controllers then count the address as not ready. */
import { addressesOf } from '../analysis/binding/addresses.ts';
import type { Address } from '../analysis/binding/addresses.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { removeItem, removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import type { Fix } from '../tree/tree-edit.ts';

export const readyAndNotReady = defineRule({
  code: 'ready-and-not-ready',
  summary: 'An address must not be both ready and not ready in one subset.',
  enforcedBy: 'contract',
  since: '0.1.0',
  on: [EndpointSubset],
  check(subset, { report }) {
    const others = addressesOf(subset, 'notReadyAddresses');
    if (others.length === 0) return;
    const ready = new Map(addressesOf(subset, 'addresses').map((address) => [address.key, address]));
    for (const { ip, key } of others) {
      const twin = ready.get(key);
      if (!twin) continue;
      const message = `${key} is among the ready and the not-ready addresses of this subset; it will count as not ready. Keep it in one of the lists.`;
      const related = [{ span: twin.ip.value.span, message: 'It is listed as ready here.' }];
      report(ip, message, { related, fix: takenOut(twin) });
    }
  },
});

/** Keeps what the object means now: no traffic goes there. A list that would be left empty goes as a whole. */
function takenOut({ node, key }: Address): Fix | undefined {
  const list = node.parent;
  return list?.children.length === 1
    ? removeMember(list, 'suggested')
    : removeItem(node, `Remove ${key} from addresses`, 'suggested');
}
