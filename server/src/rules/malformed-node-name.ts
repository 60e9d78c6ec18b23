/** Reports a nodeName that is not a DNS subdomain. Unlike a hostname, it must not be empty. */
import { Endpoint } from '../contract/endpoint-slice.ts';
import { EndpointAddress } from '../contract/endpoints.ts';
import { dnsSubdomainProblem } from '../contract/string-format.ts';
import { removeMember, replaceBy } from '../lint/fix.ts';
import { asSubdomain } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedNodeName = defineRule({
  code: 'malformed-node-name',
  summary: 'The nodeName of an address must be a DNS subdomain.',
  enforcedBy: 'server',
  on: [EndpointAddress, 'nodeName'],
  alsoOn: [Endpoint],
  check(node, { report }) {
    const text = node.value.value;
    const problem = dnsSubdomainProblem(text);
    if (!problem) return;
    if (text === '') {
      const message =
        'The nodeName is empty, which the API server rejects. Write the name of a node, or remove the field.';
      report(node, message, { fix: removeMember(node, 'safe') });
      return;
    }
    const fix = replaceBy(node.value, asSubdomain(text), 'suggested');
    report(node, `The nodeName ${quote(text)} ${problem}. Write the name of a node.`, { fix });
  },
});
