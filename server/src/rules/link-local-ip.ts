/** Link-local addresses do not leave their segment: 169.254.0.0/16 and fe80::/10. */
import { parseIp, refusedRange } from '../contract/ip.ts';
import { defineRule } from '../lint/rule.ts';

export const linkLocalIp = defineRule({
  code: 'link-local-ip',
  summary: 'An endpoint address must not be link-local.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'address',
  check(ip, { report }) {
    const address = parseIp(ip.value.value);
    if (address && refusedRange(address) === 'link-local')
      report(
        ip,
        `${ip.value.value} is a link-local address: it is reachable on one network segment only. Write a routable address.`,
      );
  },
});
