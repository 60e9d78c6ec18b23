/** Names without a prefix belong to IANA's registry (RFC 6335). The server does not look them up. */
import { isRegistered, protocolMeant } from '../contract/app-protocol.ts';
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
  since: '0.1.0',
  on: [EndpointPort, 'appProtocol'],
  alsoOn: [EndpointSlicePort],
  check(protocol, { report }) {
    const text = protocol.value.value;
    if (text.includes('/') || qualifiedNameProblem(text) || isRegistered(text)) return;
    const meant = protocolMeant(text);
    const advice = meant ? `Did you mean ${quote(meant)}?` : 'Give it a prefix of your own, as in "example.com/name".';
    const message = meant?.includes('/')
      ? `Kubernetes has the name ${quote(meant)} for what ${quote(text)} usually means. Write that, if it fits.`
      : `The appProtocol ${quote(text)} is not an IANA service name. ${advice}`;
    const fix = meant === undefined ? undefined : replaceBy(protocol.value, meant, 'suggested');
    report(protocol, message, { fix });
  },
});
