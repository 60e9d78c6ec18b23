/** Reports a `protocol` that the provider of Terraform never sends. */
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';

export const unsentProtocol = defineRule({
  code: 'unsent-protocol',
  summary:
    'The port of a kubernetes_endpoint_slice_v1 must have the protocol TCP, because the provider sends no other.',
  enforcedBy: 'advice',
  severity: 'error',
  on: [EndpointSlicePort, 'protocol'],
  check(protocol, { report, resource }) {
    const text = protocol.value.value;
    if (resource.terraform?.isManifest !== false || !/^(?:UDP|SCTP)$/.test(text)) return;
    const message = `The provider never sends the protocol of a slice port, so ${text} becomes TCP in the cluster, and every plan shows a change. Use kubernetes_manifest. (Read in provider 3.2.)`;
    report(protocol, message);
  },
});
