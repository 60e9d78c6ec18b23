/** Reports a misspelled kind, which the API server does not have. */
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const wrongKind = defineRule({
  code: 'wrong-kind',
  summary: 'The kind must be exactly Endpoints or EndpointSlice.',
  enforcedBy: 'server',
  on: 'document',
  check(document, { report }) {
    for (const { what, entry, written, right } of document.misnamed) {
      if (what !== 'kind' || !entry || right === undefined) continue;
      const isPatch = /patch/i.test(written);
      const advice = isPatch
        ? `It is a type of Pulumi. In a manifest, write ${quote(right)} and apply it with --server-side.`
        : `Write ${quote(right)}.`;
      const fix = replaceBy(entry.value, right, isPatch ? 'suggested' : 'safe');
      report({ span: entry.value.span, path: ['kind'] }, `The API server has no kind ${quote(written)}. ${advice}`, {
        fix,
      });
    }
  },
});
