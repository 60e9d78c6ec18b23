/** Reports link-local addresses (169.254.0.0/16 and fe80::/10), which are reachable only on one network segment. */
import { checkRange } from '../lint/refused-range.ts';
import { defineRule } from '../lint/rule.ts';

export const linkLocalIp = defineRule({
  code: 'link-local-ip',
  summary: 'An endpoint address must not be a link-local address.',
  enforcedBy: 'server',
  on: 'address',
  check: checkRange(
    'link-local',
    'is a link-local address, which is reachable only on one network segment. Write a routable address.',
  ),
});
