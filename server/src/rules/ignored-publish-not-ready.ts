/** Reports publishNotReadyAddresses of a Service with hand-written endpoints: no controller applies it to them. */
import { nodeAt } from '../analysis/binding/bind.ts';
import { serviceBackends } from '../analysis/traffic/backends/service-backends.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const ignoredPublishNotReady = defineRule({
  code: 'ignored-publish-not-ready',
  summary: 'publishNotReadyAddresses should not be set where endpoints are written by hand.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Service'] },
  check(_resource, { report, binding, around }) {
    const flag = nodeAt(binding.root, ['spec', 'publishNotReadyAddresses']);
    if (flag?.value.kind !== 'scalar' || flag.value.value !== true) return;
    const all = serviceBackends(around);
    if (!all) return;
    const isEndpoints = all.backends.every(({ entry }) => !entry.facts.slice);
    const way = isEndpoints ? 'List the addresses under "addresses"' : 'Write ready: true on the endpoints';
    const message = `publishNotReadyAddresses has no effect on hand-written endpoints: only the controllers for Pods read it. ${way}, and remove this field.`;
    report(flag, message, { fix: removeMember(flag, 'suggested') });
  },
});
