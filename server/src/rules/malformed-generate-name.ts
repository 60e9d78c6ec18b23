/** Reports a generateName with invalid syntax, or from which the API server would generate an invalid name. */
import { isEmpty, member } from '../analysis/binding/bind.ts';
import { dnsSubdomainProblem, generateNameProblem, sampleGeneratedName } from '../contract/string-format.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedGenerateName = defineRule({
  code: 'malformed-generate-name',
  summary: 'A generateName must be a valid start of a DNS subdomain.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'generateName'],
  check(prefix, { report, resource }) {
    const text = prefix.value.value;
    if (text === '' || resource.form === 'pulumi') return;
    const problem = generateNameProblem(text);
    if (problem) {
      report(prefix, `The generateName ${quote(text)} ${problem}. Write the start of a DNS subdomain.`);
      return;
    }
    if (!prefix.parent || !isEmpty(member(prefix.parent, 'name'))) return;
    const nameProblem = dnsSubdomainProblem(sampleGeneratedName(text));
    if (!nameProblem) return;
    const message = `The API server rejects the name that it generates from the generateName ${quote(text)}, because it ${nameProblem}. Write the start of a DNS subdomain.`;
    report({ span: prefix.value.span, path: ['metadata', 'name'] }, message);
  },
});
