/** Reports aliases in a Pulumi YAML program: Pulumi accepts anchors, but not aliases. */
import { checkRemarks } from '../lint/remarks.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const aliasInProgram = defineRule({
  code: 'alias-in-program',
  summary: 'A Pulumi YAML program must not use aliases.',
  enforcedBy: 'pulumi',
  on: 'document',
  check: checkRemarks(
    'alias',
    (written) =>
      `Pulumi YAML does not support aliases such as ${quote(written)}. Write the value itself, or move it to "variables".`,
  ),
});
