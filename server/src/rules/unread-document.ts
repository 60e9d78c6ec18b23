/** Reports resources in later YAML documents of a program, which Pulumi does not read. */
import { checkRemarks } from '../lint/remarks.ts';
import { defineRule } from '../lint/rule.ts';

export const unreadDocument = defineRule({
  code: 'unread-document',
  summary: 'A Pulumi program should have its resources in the first YAML document.',
  enforcedBy: 'advice',
  on: 'document',
  check: checkRemarks(
    'later-document',
    () =>
      'Pulumi reads only the first document of this file, so it never creates this resource. Move it into the first document.',
  ),
});
