/** Reports a type token that Pulumi cannot resolve and that can only mean one of the checked types. */
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedTypeToken = defineRule({
  code: 'malformed-type-token',
  summary: 'A type token must have the form package:module:Type.',
  enforcedBy: 'pulumi',
  on: 'document',
  check(document, { report }) {
    for (const { what, entry, written, right } of document.misnamed) {
      if (what !== 'token' || !entry || right === undefined) continue;
      report({ span: entry.value.span }, `Pulumi has no type ${quote(written)}. Write "${right}".`, {
        fix: replaceBy(entry.value, right, 'safe'),
      });
    }
  },
});
