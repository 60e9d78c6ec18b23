/** Reports function calls that Pulumi YAML does not have. */
import { checkRemarks } from '../lint/remarks.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const unknownFunction = defineRule({
  code: 'unknown-function',
  summary: 'A key that starts with fn:: should be a function of Pulumi.',
  enforcedBy: 'advice',
  on: 'document',
  check: checkRemarks(
    'function',
    (written) =>
      `Pulumi has no function ${quote(written)}, and keys that start with "fn::" are reserved. Correct the name.`,
  ),
});
