/** Reports a label value that is too long or has invalid characters. */
import { textOf } from '../analysis/binding/bind.ts';
import { labelValueProblem } from '../contract/string-format.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedLabelValue = defineRule({
  code: 'malformed-label-value',
  summary: 'A label value must be empty, or have at most 63 letters, digits, "-", "_" and ".".',
  enforcedBy: 'server',
  on: [ObjectMeta, 'labels'],
  check(labels, { report }) {
    for (const label of labels.children) {
      const text = textOf(label) ?? '';
      const problem = labelValueProblem(text);
      if (problem)
        report(label, `The label value ${quote(text)} ${problem}. Shorten or change it, or use an annotation.`);
    }
  },
});
