/** Reports link-local multicast addresses: 224.0.0.0/24, and ff02::/16 with any flags (ff12::1 too), as the API server tests them. */
import { checkRange } from '../lint/refused-range.ts';
import { defineRule } from '../lint/rule.ts';

export const linkLocalMulticastIp = defineRule({
  code: 'link-local-multicast-ip',
  summary: 'An endpoint address must not be a link-local multicast address.',
  enforcedBy: 'server',
  on: 'address',
  check: checkRange(
    'link-local-multicast',
    'is a link-local multicast address, which names a group of machines. Write the address of one endpoint.',
  ),
});
