/** The token of a list exists, but nothing can be created of it. */
import { meantKind } from '../contract/contract.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const listResource = defineRule({
  code: 'list-resource',
  summary: 'A list of Endpoints or EndpointSlices cannot be created as one resource.',
  enforcedBy: 'pulumi',
  since: '0.1.0',
  on: 'document',
  check(document, { report }) {
    for (const { what, entry, written } of document.misnamed) {
      if (what !== 'list' || !entry) continue;
      report(
        { span: entry.value.span },
        `${quote(written)} cannot be created. Declare one ${meantKind(written)} resource for each item.`,
      );
    }
  },
});
