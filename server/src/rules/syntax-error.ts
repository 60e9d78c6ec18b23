/** Reports syntax errors. The rest of the document is still checked. */
import { defineRule } from '../lint/rule.ts';

export const syntaxError = defineRule({
  code: 'syntax-error',
  summary: 'A document must be YAML or JSON that the API server can parse.',
  enforcedBy: 'server',
  on: 'document',
  check(document, { report }) {
    for (const issue of document.issues) report({ span: issue.span }, issue.message);
  },
});
