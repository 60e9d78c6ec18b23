/** Reports an invalid class and invalid source ranges of a load balancer. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { cidrProblem } from '../contract/cidr.ts';
import { ServiceSpec } from '../contract/service.ts';
import { qualifiedNameProblem } from '../contract/string-format.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { isStoredIn, serviceType } from '../lint/service-spec.ts';
import { quote } from '../text/quote.ts';

export const malformedLoadBalancer = defineRule({
  code: 'malformed-load-balancer',
  summary: 'The class of a load balancer must be a qualified name, and its source ranges must be CIDR ranges.',
  enforcedBy: 'server',
  on: [ServiceSpec],
  check(spec, { report, minor }) {
    if (serviceType(spec) !== 'LoadBalancer') return;
    const name = member(spec, 'loadBalancerClass');
    const text = name?.value.kind === 'scalar' && name.value.value !== null ? textOf(name) : undefined;
    const problem = text === undefined ? undefined : qualifiedNameProblem(text);
    if (name && text !== undefined && problem && isStoredIn(name, minor))
      report(name, `The loadBalancerClass ${quote(text)} ${problem}. Write a name such as "example.com/internal-vip".`);
    for (const range of member(spec, 'loadBalancerSourceRanges')?.children ?? []) {
      const written = textOf(range);
      const found = written === undefined ? undefined : cidrProblem(written.trim(), minor);
      if (!found) continue;
      const wayOut = found.right === undefined ? 'Write a range such as 192.0.2.0/24.' : `Write ${found.right}.`;
      report(range, `The source range ${quote(written ?? '')} ${found.problem}. ${wayOut}`, {
        fix: replaceBy(range.value, found.right, 'suggested'),
      });
    }
  },
});
