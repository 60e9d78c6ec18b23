/** A kind in another spelling: the server knows none of that name. */
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const wrongKind = defineRule({
  code: 'wrong-kind',
  summary: 'The kind is written Endpoints, in exactly this spelling.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'document',
  check(document, { report }) {
    for (const { what, entry, written } of document.misnamed) {
      if (what !== 'kind' || !entry) continue;
      const advice = /patch/i.test(written)
        ? 'It is a Pulumi type; in a manifest, write "Endpoints" and apply it with --server-side.'
        : 'Write "Endpoints".';
      const fix = replaceBy(entry.value, 'Endpoints', /patch/i.test(written) ? 'suggested' : 'safe');
      report(
        { span: entry.value.span, path: ['kind'] },
        `The server has no kind ${quote(written)}; capitals and spelling count. ${advice}`,
        {
          fix,
        },
      );
    }
  },
});
