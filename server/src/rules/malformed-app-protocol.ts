/** An application protocol has the syntax of a label key; an empty one is refused. */
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { EndpointPort } from '../contract/endpoints.ts';
import { qualifiedNameProblem } from '../contract/string-format.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedAppProtocol = defineRule({
  code: 'malformed-app-protocol',
  summary: 'The appProtocol must be a name, or a DNS subdomain, "/" and a name.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: [EndpointPort, 'appProtocol'],
  alsoOn: [EndpointSlicePort],
  check(protocol, { report }) {
    const text = protocol.value.value;
    const problem = qualifiedNameProblem(text);
    if (!problem) return;
    if (text === '') {
      const fix = removeMember(protocol, 'safe');
      report(protocol, 'The appProtocol is empty, which the server refuses. Name a protocol, or remove the field.', {
        fix,
      });
      return;
    }
    report(
      protocol,
      `The appProtocol ${quote(text)} ${problem}. Write a name such as "https" or "example.com/my-protocol".`,
    );
  },
});
