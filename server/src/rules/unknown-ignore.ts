/** Reports ignores with a code that no rule has. */
import { hasStars } from '../text/star-pattern.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const unknownIgnore = defineRule({
  code: 'unknown-ignore',
  summary: 'An ignore should only name rules that exist.',
  enforcedBy: 'advice',
  on: 'ignore',
  check({ ignore, unknown }, { report }) {
    for (const { code, span } of ignore.codes) {
      if (!unknown.has(code)) continue;
      const meant = unknown.get(code);
      const wayOut = meant === undefined ? 'Run "endpoints rules" to list all rules.' : `Did you mean ${quote(meant)}?`;
      const what = hasStars(code) ? `No rule matches ${quote(code)}.` : `There is no rule ${quote(code)}.`;
      report({ span }, `${what} ${wayOut}`);
    }
  },
});
