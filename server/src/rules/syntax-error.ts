/** What the reader could not read. Everything else in the document is still checked. */
import { defineRule } from '../lint/rule.ts';

export const syntaxError = defineRule({
  code: 'syntax-error',
  summary: 'The text must be YAML or JSON that the server can read.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'document',
  check(document, { report }) {
    for (const issue of document.issues) report({ span: issue.span }, issue.message);
  },
});
