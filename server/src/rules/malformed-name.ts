/** Reports an object name that is not a DNS subdomain. */
import { ObjectMeta } from '../contract/meta.ts';
import { dnsSubdomainProblem } from '../contract/string-format.ts';
import { replaceBy } from '../lint/fix.ts';
import { asSubdomain } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedName = defineRule({
  code: 'malformed-name',
  summary: 'The name of an object must be a DNS subdomain.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'name'],
  check(name, { report, resource }) {
    const text = name.value.value;
    const problem = text === '' ? undefined : dnsSubdomainProblem(text);
    if (!problem) return;
    const better = asSubdomain(text);
    const fix = replaceBy(name.value, better, 'suggested');
    report(name, `The name ${quote(text)} ${problem}. ${wayOut(resource.type, better)}`, { fix });
  },
});

/** An EndpointSlice may have any name, because a label names its Service. */
function wayOut(type: string, better: string | undefined): string {
  if (type.startsWith('Endpoints')) return 'Write the name of the Service.';
  return better === undefined ? 'Write a DNS subdomain.' : `Write a DNS subdomain, such as ${quote(better)}.`;
}
