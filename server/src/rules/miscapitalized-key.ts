/** Reports keys of a resource block in the wrong capitalization: Pulumi matches them case-insensitively, with a warning. */
import { unknownKeysOf } from '../analysis/binding/envelope.ts';
import { defineRule } from '../lint/rule.ts';
import { unknownKey } from '../lint/unknown.ts';

export const miscapitalizedKey = defineRule({
  code: 'miscapitalized-key',
  summary: "The keys of a resource block and its options should have Pulumi's capitalization.",
  enforcedBy: 'advice',
  on: 'resource',
  check(resource, { report }) {
    for (const mismatch of unknownKeysOf(resource.envelope)) {
      const { entry, meant, fix, isCase } = unknownKey(mismatch.owner, mismatch.entry, 'Pulumi');
      if (isCase)
        report({ span: entry.key }, `Pulumi accepts "${entry.name}" only with a warning. Write "${meant}".`, { fix });
    }
  },
});
