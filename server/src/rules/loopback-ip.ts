/** Reports loopback addresses (127.0.0.0/8 and ::1), which other machines cannot reach. */
import { checkRange } from '../lint/refused-range.ts';
import { defineRule } from '../lint/rule.ts';

export const loopbackIp = defineRule({
  code: 'loopback-ip',
  summary: 'An endpoint address must not be a loopback address.',
  enforcedBy: 'server',
  on: 'address',
  check: checkRange(
    'loopback',
    'is a loopback address: every node would connect to itself. Write an address that other machines can reach.',
  ),
});
