/** Reports the unspecified addresses 0.0.0.0 and ::, in every spelling. */
import { parseIp, refusedRange } from '../contract/ip.ts';
import { defineRule } from '../lint/rule.ts';

export const unspecifiedIp = defineRule({
  code: 'unspecified-ip',
  summary: 'An endpoint address must not be the unspecified address.',
  enforcedBy: 'server',
  on: 'address',
  check(ip, { report }) {
    const address = parseIp(ip.value.value);
    if (address && refusedRange(address) === 'unspecified')
      report(
        ip,
        `${ip.value.value} is the unspecified address, which no machine has. Write the address of the endpoint.`,
      );
  },
});
