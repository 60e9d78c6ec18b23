/** Reports resource options that Pulumi YAML does not have. */
import { unknownKeysOf } from '../analysis/binding/envelope.ts';
import { defineRule } from '../lint/rule.ts';
import { unknownKey } from '../lint/unknown.ts';

export const unknownResourceOption = defineRule({
  code: 'unknown-resource-option',
  summary: 'A resource option must be an option of Pulumi.',
  enforcedBy: 'pulumi',
  on: 'resource',
  check(resource, { report }) {
    for (const mismatch of unknownKeysOf(resource.envelope)) {
      if (mismatch.path[0] !== 'options') continue;
      const { entry, message, fix, isCase } = unknownKey(mismatch.owner, mismatch.entry, 'Pulumi');
      if (!isCase) report({ span: entry.key }, message, { fix });
    }
  },
});
