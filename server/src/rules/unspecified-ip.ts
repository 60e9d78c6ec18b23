/** Reports the unspecified addresses 0.0.0.0 and ::, in every spelling. */
import { checkRange } from '../lint/refused-range.ts';
import { defineRule } from '../lint/rule.ts';

export const unspecifiedIp = defineRule({
  code: 'unspecified-ip',
  summary: 'An endpoint address must not be the unspecified address.',
  enforcedBy: 'server',
  on: 'address',
  check(ip, context) {
    const owner = context.resource.type === 'Service' ? 'a node' : 'the endpoint';
    const problem = `is the unspecified address, which no machine has. Write the address of ${owner}.`;
    checkRange('unspecified', problem)(ip, context);
  },
});
