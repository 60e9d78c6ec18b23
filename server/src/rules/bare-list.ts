/** Objects in a list without a kind of its own: neither the server nor kubectl reads that. */
import { defineRule } from '../lint/rule.ts';

export const bareList = defineRule({
  code: 'bare-list',
  summary: 'A manifest is an object; several are documents, or the items of a List.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'document',
  check(document, { report }) {
    for (const { what, span } of document.misnamed) {
      if (what !== 'bare-list') continue;
      report(
        { span },
        'This object stands in a list that has no kind, which the server refuses. Separate objects by "---", or put them under "items" of a "kind: List".',
      );
    }
  },
});
