/** Reports a hostname that is not a DNS label. An Endpoints may have an empty one; an EndpointSlice may not. */
import { Endpoint } from '../contract/endpoint-slice.ts';
import { EndpointAddress } from '../contract/endpoints.ts';
import { dnsLabelProblem } from '../contract/string-format.ts';
import { parseIp } from '../contract/ip.ts';
import { removeMember, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { asLabel } from '../lint/name.ts';
import { isMemberOf } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';

export const malformedHostname = defineRule({
  code: 'malformed-hostname',
  summary: 'The hostname of an address must be a DNS label.',
  enforcedBy: 'server',
  on: [EndpointAddress, 'hostname'],
  alsoOn: [Endpoint],
  check(hostname, { report }) {
    const text = hostname.value.value;
    if (text === '' && isMemberOf(hostname, Endpoint)) {
      const message =
        'The hostname is empty, which the API server rejects in an EndpointSlice. Write a name, or remove the field.';
      report(hostname, message, { fix: removeMember(hostname, 'safe') });
      return;
    }
    const problem = text === '' ? undefined : dnsLabelProblem(text);
    if (!problem) return;
    const first = text.split('.')[0] ?? '';
    const isDomain = text.includes('.') && first !== '' && !parseIp(text);
    const message = isDomain
      ? `The hostname ${quote(text)} contains a dot, but a hostname is one DNS label. Write only the part before the first dot.`
      : `The hostname ${quote(text)} ${problem}. Write a DNS label.`;
    const meant = isDomain ? first : text;
    const label = parseIp(text) ? undefined : dnsLabelProblem(meant) ? asLabel(meant) : meant;
    report(hostname, message, { fix: replaceBy(hostname.value, label, 'suggested') });
  },
});
