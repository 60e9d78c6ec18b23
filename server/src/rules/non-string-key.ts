/** Reports keys of a program that YAML reads as a number, a boolean or null. */
import { checkRemarks } from '../lint/remarks.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const nonStringKey = defineRule({
  code: 'non-string-key',
  summary: 'The keys of a Pulumi program must be strings.',
  enforcedBy: 'pulumi',
  on: 'document',
  check: checkRemarks(
    'key',
    (written) =>
      `Pulumi requires strings as keys, but ${written === '' ? 'this key is empty' : `YAML reads ${quote(written)} as another type`}. Put it in quotes.`,
  ),
});
