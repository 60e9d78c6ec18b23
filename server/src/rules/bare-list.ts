/** Reports objects in a list that has no kind, which neither the API server nor kubectl can read. */
import { defineRule } from '../lint/rule.ts';

export const bareList = defineRule({
  code: 'bare-list',
  summary: 'A manifest must be one object. Several objects must be separate documents, or the items of a List.',
  enforcedBy: 'server',
  on: 'document',
  check(document, { report }) {
    for (const { what, span } of document.misnamed) {
      if (what !== 'bare-list') continue;
      const message =
        'This object is in a list that has no kind, which the API server rejects. Separate the objects with "---", or put them under "items" of a "kind: List".';
      report({ span }, message);
    }
  },
});
