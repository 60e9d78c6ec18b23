/** Anchors are tolerated by Pulumi YAML, aliases are not. */
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const aliasInProgram = defineRule({
  code: 'alias-in-program',
  summary: 'Pulumi YAML has no aliases.',
  enforcedBy: 'pulumi',
  since: '0.1.0',
  on: 'document',
  check(document, { report }) {
    for (const { what, span, written } of document.remarks) {
      if (what === 'alias')
        report(
          { span },
          `Pulumi YAML refuses the alias ${quote(written)}. Write the value out, or keep it in "variables".`,
        );
    }
  },
});
