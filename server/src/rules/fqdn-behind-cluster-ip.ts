/** Reports slices of host names behind a Service with a cluster IP: kube-proxy reads only IP addresses. */
import { isLive } from '../analysis/binding/live.ts';
import { addressTypeOf } from '../analysis/binding/address-type.ts';
import { member } from '../analysis/binding/bind.ts';
import { proxiedService } from '../lint/cluster-ip.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';

export const fqdnBehindClusterIp = defineRule({
  code: 'fqdn-behind-cluster-ip',
  summary: 'A Service with a cluster IP must not have EndpointSlices of host names.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['family'],
  on: { relationsOf: ['EndpointSlice', 'EndpointSlicePatch'] },
  check(_resource, { report, binding, around }) {
    const { root } = binding;
    const written = member(root, 'addressType');
    if (!written || addressTypeOf(root) !== 'FQDN' || isLive(binding)) return;
    const service = proxiedService(around);
    if (!service || (member(root, 'endpoints')?.children ?? []).length === 0) return;
    const message = `kube-proxy never reads slices of type FQDN, and the ${titleOf(service.entry)} has a cluster IP, so nothing routes to these host names. Write IP addresses, make the Service headless, or use type: ExternalName.`;
    const related = [{ entry: service.entry, path: [], message: 'The Service is here.' }];
    report(written, message, { related });
  },
});
