/** Reports the label of headless Services on endpoints of a Service with a cluster IP: kube-proxy ignores such slices. */
import { isLive } from '../analysis/binding/live.ts';
import { typeNames } from '../contract/contract.ts';
import { proxiedService } from '../lint/cluster-ip.ts';
import { removeMember } from '../lint/fix.ts';
import { headlessLabelOf } from '../lint/headless-label.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const headlessLabel = defineRule({
  code: 'headless-label',
  summary: 'Endpoints of a Service with a cluster IP must not have the label of headless Services.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['headless-label'],
  on: { relationsOf: typeNames },
  check(_resource, { report, binding, around }) {
    const label = headlessLabelOf(binding.root);
    const service = label && !isLive(binding) ? proxiedService(around) : undefined;
    if (!label?.entry || !service) return;
    const name = quote(label.entry.name);
    const title = titleOf(service.entry);
    const message = around.entry.facts.slice
      ? `kube-proxy ignores slices with the label ${name}, and the ${title} has a cluster IP, so these addresses get no traffic. Remove the label.`
      : `The mirrored EndpointSlices inherit the label ${name}, and kube-proxy ignores such slices. The ${title} has a cluster IP, so these addresses get no traffic. Remove the label.`;
    const related = [{ entry: service.entry, path: [], message: 'The Service is here.' }];
    report({ span: label.entry.key, path: label.path }, message, { related, fix: removeMember(label, 'suggested') });
  },
});
