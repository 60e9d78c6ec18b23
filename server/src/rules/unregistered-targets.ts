/** Reports hand-written endpoints behind a target group of IP addresses: the AWS Load Balancer Controller registers only Pods. */
import { consumerTitle } from '../analysis/traffic/consumers/consumer.ts';
import { consumerPlace, consumerWithout } from '../lint/consumers-around.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';

export const unregisteredTargets = defineRule({
  code: 'unregistered-targets',
  summary: 'Endpoints behind a target group of IP addresses must name Pods.',
  enforcedBy: 'advice',
  severity: 'error',
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(resource, context) {
    const found = consumerWithout('no-pod', context);
    if (!found?.sender) return;
    const message = `${consumerTitle(found.consumer)} registers only endpoints whose targetRef is a Pod, so the ${titleOf(found.sender.entry)} gets none of these addresses. Use the target type instance, or register them outside of Kubernetes.`;
    context.report(objectPlace(context.binding, resource), message, { related: [consumerPlace(found)] });
  },
});
