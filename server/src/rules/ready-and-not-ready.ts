/** The contract keeps the two lists of a subset apart; the server does not look, and controllers then count the address as not ready. */
import { addressesOf } from '../analysis/addresses.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { removeItem } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const readyAndNotReady = defineRule({
  code: 'ready-and-not-ready',
  summary: 'An address must not be both ready and not ready in one subset.',
  enforcedBy: 'contract',
  since: '0.1.0',
  on: [EndpointSubset],
  check(subset, { report }) {
    const ready = new Map(addressesOf(subset, 'addresses').map((address) => [address.key, address]));
    for (const { node, ip, key } of addressesOf(subset, 'notReadyAddresses')) {
      const twin = ready.get(key);
      if (!twin) continue;
      const message = `${key} is among the ready and the not-ready addresses of this subset; it will count as not ready. Keep it in one of the lists.`;
      const related = [{ span: twin.ip.value.span, message: 'It is listed as ready here.' }];
      report(ip, message, { related, fix: removeItem(node, `Remove ${key} from notReadyAddresses`, 'suggested') });
    }
  },
});
