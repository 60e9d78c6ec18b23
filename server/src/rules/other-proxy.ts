/** Reports the label that hands a Service to another proxy: kube-proxy then routes nothing to its endpoints. */
import { keyPlace } from '../lint/subject.ts';
import { nodeAt } from '../analysis/binding/bind.ts';
import { serviceBackends } from '../analysis/traffic/backends/service-backends.ts';
import { proxyLabel } from '../contract/service.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const otherProxy = defineRule({
  code: 'other-proxy',
  summary: 'The proxy that a Service names in a label should run in the cluster.',
  enforcedBy: 'advice',
  severity: 'info',
  explains: ['other-proxy'],
  on: { relationsOf: ['Service'] },
  check(_resource, { report, binding, around }) {
    const label = nodeAt(binding.root, ['metadata', 'labels', proxyLabel]);
    const place = label && keyPlace(label);
    if (!place || !serviceBackends(around)?.backends.some(({ hasReady }) => hasReady)) return;
    const message = `kube-proxy ignores a Service with the label ${quote(proxyLabel)}, whatever its value, so only another proxy routes to its endpoints. Remove the label if there is none.`;
    report(place, message);
  },
});
