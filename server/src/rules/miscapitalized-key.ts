/** Pulumi matches keys of its own without regard to case, and warns. */
import { unknownKeysOf } from '../analysis/binding/envelope.ts';
import { defineRule } from '../lint/rule.ts';
import { unknownKey } from '../lint/unknown.ts';

export const miscapitalizedKey = defineRule({
  code: 'miscapitalized-key',
  summary: 'The keys of a resource block and its options should be written in their own capitals.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: 'resource',
  check(resource, { report }) {
    for (const mismatch of unknownKeysOf(resource.envelope)) {
      const { entry, meant, fix, isCase } = unknownKey(mismatch.owner, mismatch.entry, 'Pulumi');
      if (isCase) report({ span: entry.key }, `Pulumi takes "${entry.name}" and warns. Write "${meant}".`, { fix });
    }
  },
});
