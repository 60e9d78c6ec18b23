/** The object's own name. */
import { ObjectMeta } from '../contract/meta.ts';
import { dnsSubdomainProblem } from '../contract/format.ts';
import { replaceBy } from '../lint/fix.ts';
import { asSubdomain } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedName = defineRule({
  code: 'malformed-name',
  summary: 'The name of an object must be a DNS subdomain.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: [ObjectMeta, 'name'],
  check(name, { report }) {
    const text = name.value.value;
    const problem = text === '' ? undefined : dnsSubdomainProblem(text);
    if (!problem) return;
    const better = asSubdomain(text);
    const fix = better === undefined ? undefined : replaceBy(name.value, better, 'suggested');
    report(name, `The name ${quote(text)} ${problem}. Write the name of the Service.`, { fix });
  },
});
