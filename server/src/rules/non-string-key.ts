/** Reports keys of a program that YAML reads as a number, a boolean or null. */
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const nonStringKey = defineRule({
  code: 'non-string-key',
  summary: 'The keys of a Pulumi program must be strings.',
  enforcedBy: 'pulumi',
  on: 'document',
  check(document, { report }) {
    for (const { what, span, written } of document.remarks) {
      if (what === 'key')
        report(
          { span },
          `Pulumi requires strings as keys, but ${written === '' ? 'this key is empty' : `YAML reads ${quote(written)} as another type`}. Put it in quotes.`,
        );
    }
  },
});
