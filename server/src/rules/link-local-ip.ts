/** Reports link-local addresses (169.254.0.0/16 and fe80::/10), which are reachable only on one network segment. */
import { parseIp, refusedRange } from '../contract/ip.ts';
import { defineRule } from '../lint/rule.ts';

export const linkLocalIp = defineRule({
  code: 'link-local-ip',
  summary: 'An endpoint address must not be a link-local address.',
  enforcedBy: 'server',
  on: 'address',
  check(ip, { report }) {
    const address = parseIp(ip.value.value);
    if (address && refusedRange(address) === 'link-local')
      report(
        ip,
        `${ip.value.value} is a link-local address, which is reachable only on one network segment. Write a routable address.`,
      );
  },
});
