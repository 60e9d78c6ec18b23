/** Reports traffic policies with the value Local where only some endpoints have a node name: the others miss a part of the traffic. */
import { nodelessBackends } from '../lint/node-names.ts';
import { titleOf } from '../lint/partner.ts';
import { otherPlace, ownPlace } from '../lint/reporter.ts';
import { defineRule } from '../lint/rule.ts';

export const partialNodeNames = defineRule({
  code: 'partial-node-names',
  summary: 'Under a Local traffic policy, all addresses should have a nodeName.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Service', 'Endpoints', 'EndpointSlice'] },
  check(_resource, context) {
    for (const { all, policy, isOutage, candidates } of nodelessBackends(context)) {
      const place = isOutage ? undefined : ownPlace(candidates, context);
      if (!place) continue;
      const where = policy === 'externalTrafficPolicy' ? 'outside' : 'inside';
      const message = `${policy} of the ${titleOf(all.entry)} is Local, but some addresses have no nodeName, so they get no traffic from ${where} of the cluster. Add nodeName to each address, or write ${policy}: Cluster.`;
      const related = otherPlace(candidates, place, context, 'Addresses without a nodeName are here.');
      context.report(place, message, { related });
      return;
    }
  },
});
