/** Reports a port name that is not a DNS label. */
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { EndpointPort } from '../contract/endpoints.ts';
import { dnsLabelProblem } from '../contract/string-format.ts';
import { replaceBy } from '../lint/fix.ts';
import { asLabel } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedPortName = defineRule({
  code: 'malformed-port-name',
  summary: 'The name of a port must be a DNS label.',
  enforcedBy: 'server',
  on: [EndpointPort, 'name'],
  alsoOn: [EndpointSlicePort],
  check(name, { report }) {
    const text = name.value.value;
    const problem = text === '' ? undefined : dnsLabelProblem(text);
    if (!problem) return;
    const message = `The port name ${quote(text)} ${problem}. Write a DNS label, and use the same name in the Service.`;
    report(name, message, { fix: replaceBy(name.value, asLabel(text), 'suggested') });
  },
});
