/** Reports link-local multicast addresses: 224.0.0.0/24, and ff02::/16 with any flags (ff12::1 too), as the API server tests them. */
import { parseIp, refusedRange } from '../contract/ip.ts';
import { defineRule } from '../lint/rule.ts';

export const linkLocalMulticastIp = defineRule({
  code: 'link-local-multicast-ip',
  summary: 'An endpoint address must not be a link-local multicast address.',
  enforcedBy: 'server',
  on: 'address',
  check(ip, { report }) {
    const address = parseIp(ip.value.value);
    if (address && refusedRange(address) === 'link-local-multicast')
      report(
        ip,
        `${ip.value.value} is a link-local multicast address, which names a group of machines. Write the address of one endpoint.`,
      );
  },
});
