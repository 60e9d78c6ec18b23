/** Reports a resource with the type token of a list: the token exists, but Pulumi cannot create a list. */
import { meantKind } from '../contract/contract.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const listResource = defineRule({
  code: 'list-resource',
  summary: 'A list of Endpoints or EndpointSlices must not be declared as one resource.',
  enforcedBy: 'pulumi',
  on: 'document',
  check(document, { report }) {
    for (const { what, entry, written } of document.misnamed) {
      if (what !== 'list' || !entry) continue;
      const message = `Pulumi cannot create the list ${quote(written)}. Declare a separate ${meantKind(written)} resource for each item.`;
      report({ span: entry.value.span }, message);
    }
  },
});
