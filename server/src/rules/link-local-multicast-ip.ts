/** Link-local multicast: 224.0.0.0/24, and ff02::/16 with any flag nibble (ff12::1 too), as the server tests it. */
import { parseIp, refusedRange } from '../contract/ip.ts';
import { defineRule } from '../lint/rule.ts';

export const linkLocalMulticastIp = defineRule({
  code: 'link-local-multicast-ip',
  summary: 'An endpoint address must not be a link-local multicast address.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'address',
  check(ip, { report }) {
    const address = parseIp(ip.value.value);
    if (address && refusedRange(address) === 'link-local-multicast')
      report(
        ip,
        `${ip.value.value} is a link-local multicast address: it names a group, not a machine. Write the address of one endpoint.`,
      );
  },
});
