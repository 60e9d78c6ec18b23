/** Reports a protocol that is not exactly TCP, UDP or SCTP. In Endpoints, the API server defaults an empty one to TCP. */
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { EndpointPort } from '../contract/endpoints.ts';
import { ServicePort } from '../contract/service.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { isMemberOf } from '../lint/subject.ts';
import { listed, quote } from '../text/quote.ts';

const choices = EndpointPort.fields.protocol.type.choices ?? [];

export const unknownProtocol = defineRule({
  code: 'unknown-protocol',
  summary: 'The protocol of a port must be TCP, UDP or SCTP, in capitals.',
  enforcedBy: 'server',
  on: [EndpointPort, 'protocol'],
  alsoOn: [EndpointSlicePort, ServicePort],
  check(protocol, { report }) {
    const text = protocol.value.value;
    const names = choices.map((choice) => choice.value);
    if (text === '' && isMemberOf(protocol, EndpointSlicePort)) {
      const message = `The protocol is empty, which the API server rejects in an EndpointSlice. Write ${listed(names, 'or')}.`;
      report(protocol, message, { fix: replaceBy(protocol.value, 'TCP', 'suggested') });
      return;
    }
    if (text === '' || names.includes(text)) return;
    const meant = names.find((name) => name === text.trim().toUpperCase());
    const message = meant
      ? `${quote(text)} is not a transport protocol: the spelling must be exact. Write ${quote(meant)}.`
      : `${quote(text)} is not a transport protocol of Kubernetes. Write ${listed(names, 'or')}.`;
    report(protocol, message, { fix: replaceBy(protocol.value, meant, 'safe') });
  },
});
