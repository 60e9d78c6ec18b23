/** Reports type tokens in the wrong capitalization: newer versions of pulumi-yaml resolve them, older ones do not. */
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const miscapitalizedTypeToken = defineRule({
  code: 'miscapitalized-type-token',
  summary: 'A type token should have its canonical capitalization.',
  enforcedBy: 'advice',
  on: 'document',
  check(document, { report }) {
    for (const { what, entry, written, right } of document.misnamed) {
      if (what !== 'token-case' || !entry || right === undefined) continue;
      const message = `Only pulumi-yaml 1.35.1 and newer resolve ${quote(written)}. Write "${right}".`;
      report({ span: entry.value.span }, message, { fix: replaceBy(entry.value, right, 'safe') });
    }
  },
});
