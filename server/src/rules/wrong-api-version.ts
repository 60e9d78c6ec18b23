/** Endpoints belong to the core group, whose version is written without a group. */
import { insertEntry, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const wrongApiVersion = defineRule({
  code: 'wrong-api-version',
  summary: 'The apiVersion of Endpoints is v1.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'document',
  check(document, { report }) {
    for (const { what, entry, span, mapping } of document.misnamed) {
      if (what === 'missing-api-version') {
        const fix = entry ? replaceBy(entry.value, 'v1', 'safe') : insertEntry(mapping, 'apiVersion', 'v1', 'safe');
        report({ span, path: ['apiVersion'] }, 'This Endpoints has no apiVersion. Add "apiVersion: v1".', { fix });
      } else if (what === 'api-version' && entry?.value.kind === 'scalar') {
        const fix = replaceBy(entry.value, 'v1', 'safe');
        report(
          { span, path: ['apiVersion'] },
          `The server has no Endpoints in ${quote(String(entry.value.value))}. Write "v1".`,
          { fix },
        );
      }
    }
  },
});
