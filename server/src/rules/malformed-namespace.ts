/** Reports a namespace that is not a DNS label. */
import { ObjectMeta } from '../contract/meta.ts';
import { dnsLabelProblem } from '../contract/string-format.ts';
import { replaceBy } from '../lint/fix.ts';
import { asLabel } from '../lint/name.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedNamespace = defineRule({
  code: 'malformed-namespace',
  summary: 'The namespace must be a DNS label.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'namespace'],
  check(namespace, { report }) {
    const text = namespace.value.value;
    const problem = text === '' ? undefined : dnsLabelProblem(text);
    if (!problem) return;
    const fix = replaceBy(namespace.value, asLabel(text), 'suggested');
    report(namespace, `The namespace ${quote(text)} ${problem}. Write the name of an existing namespace.`, { fix });
  },
});
