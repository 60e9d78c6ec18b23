/** Reports function calls that Pulumi YAML does not have. */
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const unknownFunction = defineRule({
  code: 'unknown-function',
  summary: 'A key that starts with fn:: should be a function of Pulumi.',
  enforcedBy: 'advice',
  on: 'document',
  check(document, { report }) {
    for (const { what, span, written } of document.remarks) {
      if (what === 'function')
        report(
          { span },
          `Pulumi has no function ${quote(written)}, and keys that start with "fn::" are reserved. Correct the name.`,
        );
    }
  },
});
