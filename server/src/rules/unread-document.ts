/** A second document in a program. */
import { defineRule } from '../lint/rule.ts';

export const unreadDocument = defineRule({
  code: 'unread-document',
  summary: 'Pulumi reads the first YAML document of a program only.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: 'document',
  check(document, { report }) {
    for (const { what, span } of document.remarks) {
      if (what === 'later-document')
        report(
          { span },
          'Pulumi reads the first document of this file only; this resource is never created. Move it into the first.',
        );
    }
  },
});
