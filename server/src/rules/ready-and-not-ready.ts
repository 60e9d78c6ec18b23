/** Reports addresses in both lists of a subset. The API server does not check this, and controllers count them as not ready. */
import { addressesOf, mayRepeat, type Address } from '../analysis/binding/addresses.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { removeItem, removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import type { Fix } from '../tree/tree-edit.ts';

export const readyAndNotReady = defineRule({
  code: 'ready-and-not-ready',
  summary: 'An address must not be both ready and not ready in one subset.',
  enforcedBy: 'contract',
  explains: ['unmirrored-address:same-endpoint', 'replaced'],
  on: [EndpointSubset],
  check(subset, { report }) {
    if (!mayRepeat(subset)) return;
    const notReady = addressesOf(subset, 'notReadyAddresses');
    if (notReady.length === 0) return;
    const ready = new Map(addressesOf(subset, 'addresses').map((address) => [address.key, address]));
    for (const { ip, key } of notReady) {
      const readyTwin = ready.get(key);
      if (!readyTwin) continue;
      const message = `${key} is both ready and not ready in this subset, so it counts as not ready. Keep it in only one list.`;
      const related = [{ span: readyTwin.ip.value.span, message: 'It is listed as ready here.' }];
      report(ip, message, { related, fix: removeReady(readyTwin) });
    }
  },
});

/** Removes the address from the ready list, so that it still gets no traffic; or the list, if the address is its only item. */
function removeReady({ node, key }: Address): Fix | undefined {
  const list = node.parent;
  return list?.children.length === 1
    ? removeMember(list, 'suggested')
    : removeItem(node, `Remove ${key} from addresses`, 'suggested');
}
