/** Reports an appProtocol without a prefix that is not an IANA service name (RFC 6335). The API server does not check this. */
import { isRegistered, protocolMeant } from '../contract/app-protocol.ts';
import { isTransport } from '../lint/transport.ts';
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { EndpointPort } from '../contract/endpoints.ts';
import { qualifiedNameProblem } from '../contract/string-format.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const unregisteredAppProtocol = defineRule({
  code: 'unregistered-app-protocol',
  summary: 'An appProtocol without a prefix should be an IANA service name.',
  enforcedBy: 'advice',
  severity: 'info',
  on: [EndpointPort, 'appProtocol'],
  alsoOn: [EndpointSlicePort],
  check(protocol, { report, resource }) {
    const text = protocol.value.value;
    // The rule invented-app-protocol reports it.
    if (resource.terraform?.isManifest === false && isTransport(text)) return;
    if (text.includes('/') || qualifiedNameProblem(text) || isRegistered(text)) return;
    const meant = protocolMeant(text);
    report(protocol, `The appProtocol ${quote(text)} is not an IANA service name. ${advice(meant)}`, {
      fix: replaceBy(protocol.value, meant, 'suggested'),
    });
  },
});

function advice(meant: string | undefined): string {
  if (!meant) return 'Add your own prefix, as in "example.com/name".';
  const served = platformMeanings[meant];
  return served ? `Use ${quote(meant)} if the backend serves ${served}.` : `Did you mean ${quote(meant)}?`;
}

/** What a backend serves under each name that Kubernetes defines. */
const platformMeanings: { readonly [name: string]: string } = {
  'kubernetes.io/h2c': 'gRPC or HTTP/2 without TLS',
  'kubernetes.io/ws': 'WebSocket without TLS',
  'kubernetes.io/wss': 'WebSocket with TLS',
};
