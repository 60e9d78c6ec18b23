/** Reports node ports that no cluster can assign. The range of a cluster is smaller, and not known here. */
import { integerOf, member, textOf } from '../analysis/binding/bind.ts';
import { ServiceSpec } from '../contract/service.ts';
import { defineRule } from '../lint/rule.ts';
import { serviceType } from '../lint/service-spec.ts';

export const nodePortOutOfRange = defineRule({
  code: 'node-port-out-of-range',
  summary: 'A node port must be between 1 and 65535.',
  enforcedBy: 'server',
  on: [ServiceSpec],
  check(spec, { report }) {
    const type = serviceType(spec);
    if (type !== 'NodePort' && type !== 'LoadBalancer') return;
    const isLocal = textOf(member(spec, 'externalTrafficPolicy')) === 'Local';
    const nodes = [
      ...(member(spec, 'ports')?.children ?? []).map((port) => member(port, 'nodePort')),
      type === 'LoadBalancer' && isLocal ? member(spec, 'healthCheckNodePort') : undefined,
    ];
    for (const node of nodes) {
      const number = integerOf(node);
      if (!node || number === undefined || (number >= 0n && number <= 65535n)) continue;
      report(node, `Port ${number} does not exist. Write a number of the node port range, usually 30000 to 32767.`);
    }
  },
});
