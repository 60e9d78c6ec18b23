/** Reports lines below an object that the API server's YAML reader ignores. */
import { checkRemarks } from '../lint/remarks.ts';
import { defineRule } from '../lint/rule.ts';

export const ignoredText = defineRule({
  code: 'ignored-text',
  summary: 'No line of a document should be indented less than its first line.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'document',
  check: checkRemarks(
    'ignored-text',
    () =>
      'This line is indented less than the first line, so the API server ignores it and everything below. Give both lines the same indentation.',
  ),
});
