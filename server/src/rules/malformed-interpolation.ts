/** An interpolation that never ends. */
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedInterpolation = defineRule({
  code: 'malformed-interpolation',
  summary: 'An interpolation must be closed.',
  enforcedBy: 'pulumi',
  since: '0.1.0',
  on: 'document',
  check(document, { report }) {
    for (const { what, span, written } of document.remarks) {
      if (what === 'interpolation')
        report(
          { span },
          `The "\${" in ${quote(written)} is never closed. Add "}", or write "$\${" for the characters themselves.`,
        );
    }
  },
});
