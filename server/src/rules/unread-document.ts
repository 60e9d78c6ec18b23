/** Reports resources in later YAML documents, which Pulumi and the kubectl provider of Terraform do not read. */
import { checkRemarks } from '../lint/remarks.ts';
import { defineRule } from '../lint/rule.ts';

export const unreadDocument = defineRule({
  code: 'unread-document',
  summary: 'A Pulumi program, and the yaml_body of Terraform, must have all in the first YAML document.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'document',
  check: checkRemarks('later-document', (_written, form) =>
    form === 'terraform'
      ? 'The provider applies only the first document of this YAML, so it never creates this object. Move it into a resource of its own.'
      : 'Pulumi reads only the first document of this file, so it never creates this resource. Move it into the first document.',
  ),
});
