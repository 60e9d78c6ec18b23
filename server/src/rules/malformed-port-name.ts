/** Reports a port name that is not a DNS label. */
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { EndpointPort } from '../contract/endpoints.ts';
import { dnsLabelProblem } from '../contract/string-format.ts';
import { ServicePort } from '../contract/service.ts';
import { replaceBy } from '../lint/fix.ts';
import { asLabel } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { isMemberOf } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';

export const malformedPortName = defineRule({
  code: 'malformed-port-name',
  summary: 'The name of a port must be a DNS label.',
  enforcedBy: 'server',
  on: [EndpointPort, 'name'],
  alsoOn: [EndpointSlicePort, ServicePort],
  check(name, { report }) {
    const text = name.value.value;
    const problem = text === '' ? undefined : dnsLabelProblem(text);
    if (!problem) return;
    const place = isMemberOf(name, ServicePort) ? 'for the endpoint port' : 'in the Service';
    const message = `The port name ${quote(text)} ${problem}. Write a DNS label, and use the same name ${place}.`;
    report(name, message, { fix: replaceBy(name.value, asLabel(text), 'suggested') });
  },
});
