/** Reports traffic policies with the value Local whose endpoints have no node name: kube-proxy never counts them as local. */
import { nodelessBackends } from '../lint/node-names.ts';
import { titleOf } from '../lint/partner.ts';
import { otherPlace, ownPlace } from '../lint/reporter.ts';
import { defineRule } from '../lint/rule.ts';

export const addressWithoutNode = defineRule({
  code: 'address-without-node',
  summary: 'Under a Local traffic policy, addresses must have a nodeName.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['not-local'],
  on: { relationsOf: ['Service', 'Endpoints', 'EndpointSlice'] },
  check(_resource, context) {
    for (const { all, policy, share, isOutage, candidates } of nodelessBackends(context)) {
      const place = isOutage ? ownPlace(candidates, context) : undefined;
      if (!place) continue;
      const traffic = policy === 'externalTrafficPolicy' ? 'traffic from outside of the cluster' : 'traffic';
      const start =
        share === 'none'
          ? `${policy} of the ${titleOf(all.entry)} is Local, but no address has a nodeName, so no endpoint is local and ${traffic} is dropped.`
          : `${policy} of the ${titleOf(all.entry)} is Local, but some addresses have no nodeName, so they get no traffic.`;
      const related = otherPlace(candidates, place, context, 'Addresses without a nodeName are here.');
      context.report(place, `${start} Add nodeName to each address, or write ${policy}: Cluster.`, { related });
      return;
    }
  },
});
