/** An object that can only be an Endpoints, but does not say so. */
import { insertEntry, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const missingKind = defineRule({
  code: 'missing-kind',
  summary: 'An object must name its kind.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'document',
  check(document, { report }) {
    for (const { what, entry, span, mapping } of document.misnamed) {
      if (what !== 'missing-kind') continue;
      const fix = entry
        ? replaceBy(entry.value, 'Endpoints', 'suggested')
        : insertEntry(mapping, 'kind', 'Endpoints', 'suggested');
      report(
        { span, path: ['kind'] },
        'This object has subsets but no kind, so the server refuses it. Add "kind: Endpoints".',
        { fix },
      );
    }
  },
});
