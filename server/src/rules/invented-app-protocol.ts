/** Reports a transport protocol as the `app_protocol` of a Terraform resource, which the provider requires. */
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';
import { isTransport } from '../lint/transport.ts';
import { quote } from '../text/quote.ts';

export const inventedAppProtocol = defineRule({
  code: 'invented-app-protocol',
  summary: 'The app_protocol of a Terraform resource should be an application protocol, not TCP or UDP.',
  enforcedBy: 'advice',
  severity: 'info',
  on: [EndpointSlicePort, 'appProtocol'],
  check(protocol, { report, resource }) {
    const text = protocol.value.value;
    if (resource.terraform?.isManifest !== false || !isTransport(text)) return;
    const message = `${quote(text)} is a transport protocol, and appProtocol names the protocol inside of it. Write one such as "http", or use kubernetes_manifest, which does not require it.`;
    report(protocol, message);
  },
});
