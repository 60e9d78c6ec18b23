/** Reports addresses that a slice lists as ready and later as not ready: kube-proxy uses the later entry. */
import { isSliceRoot } from '../analysis/binding/address-type.ts';
import { textOf } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { proxiedService } from '../lint/cluster-ip.ts';
import { overriddenIn } from '../lint/overridden-endpoints.ts';
import { defineRule } from '../lint/rule.ts';

export const overriddenEndpoint = defineRule({
  code: 'overridden-endpoint',
  summary: 'A ready address must not be listed again as not ready.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['replaced'],
  on: { relationsOf: ['EndpointSlice'] },
  check(_resource, { report, binding, around }) {
    const { root } = binding;
    const found = isSliceRoot(root) && !isLive(binding) ? overriddenIn(root) : [];
    if (found.length === 0 || !proxiedService(around)) return;
    for (const { ready, unready } of found) {
      const message = `${textOf(unready.ip) ?? ''} is ready above and not ready here. kube-proxy uses the later entry, so this address gets no traffic. Keep one of the two.`;
      report(unready.ip, message, { related: [{ span: ready.ip.value.span, message: 'It is ready here.' }] });
    }
  },
});
