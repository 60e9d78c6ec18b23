/** A function that Pulumi YAML does not have. */
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const unknownFunction = defineRule({
  code: 'unknown-function',
  summary: 'Keys that start with fn:: are reserved for functions of Pulumi.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: 'document',
  check(document, { report }) {
    for (const { what, span, written } of document.remarks) {
      if (what === 'function')
        report(
          { span },
          `Pulumi has no function ${quote(written)}; keys that start with "fn::" are reserved. Correct the name.`,
        );
    }
  },
});
