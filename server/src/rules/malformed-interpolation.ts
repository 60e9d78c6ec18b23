/** Reports an interpolation without a closing brace. */
import { checkRemarks } from '../lint/remarks.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedInterpolation = defineRule({
  code: 'malformed-interpolation',
  summary: 'An interpolation must have a closing brace.',
  enforcedBy: 'pulumi',
  on: 'document',
  check: checkRemarks(
    'interpolation',
    (written) =>
      `The "\${" in ${quote(written)} has no closing "}". Add "}", or write "$\${" for the literal characters.`,
  ),
});
