/** The token of a list exists, but nothing can be created of it. */
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
      const kind = /slice/i.test(written) ? 'EndpointSlice' : 'Endpoints';
      report(
        { span: entry.value.span },
        `${quote(written)} cannot be created. Declare one ${kind} resource for each item.`,
      );
    }
  },
});
