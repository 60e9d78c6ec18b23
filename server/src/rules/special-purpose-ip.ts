/** Reports addresses that the API server accepts although no endpoint can have them. */
import { isShown } from '../analysis/binding/live.ts';
import { parseIp, refusedRange, unlikelyRange } from '../contract/ip.ts';
import { defineRule } from '../lint/rule.ts';

export const specialPurposeIp = defineRule({
  code: 'special-purpose-ip',
  summary: 'An endpoint address should not be a multicast, broadcast, reserved or documentation address.',
  enforcedBy: 'advice',
  on: 'address',
  check(ip, { report, resource }) {
    const address = parseIp(ip.value.value);
    if (!address || refusedRange(address)) return;
    const range = unlikelyRange(address);
    // Such an address is right in an example.
    if (range && !(isShown(resource) && range.includes('documentation')))
      report(ip, `${ip.value.value} is ${range}. No endpoint answers there. Write the address of the endpoint.`);
  },
});
