/** Reports resource options that Pulumi does not have. */
import { unknownKeysOf } from '../analysis/binding/envelope.ts';
import { isDropping } from '../lint/rules-in-programs.ts';
import { defineRule } from '../lint/rule.ts';
import { unknownKey } from '../lint/unknown.ts';

export const unknownResourceOption = defineRule({
  code: 'unknown-resource-option',
  summary: 'A resource option must be an option of Pulumi.',
  enforcedBy: 'pulumi',
  on: 'resource',
  check(resource, { report, document: { language } }) {
    for (const mismatch of unknownKeysOf(resource.envelope)) {
      if (mismatch.path[0] !== 'options') continue;
      if (language && mismatch.path.length === 2 && ofPrograms.has(mismatch.entry.name)) continue;
      const subject = isDropping(language) ? 'The SDK silently ignores this: Pulumi' : 'Pulumi';
      const { entry, message, fix, isCase } = unknownKey(mismatch.owner, mismatch.entry, subject);
      if (!isCase || language) report({ span: entry.key }, message, { fix });
    }
  },
});

/** Options that Pulumi YAML does not have. */
const ofPrograms: ReadonlySet<string> = new Set(['hooks', 'id', 'transformations', 'transforms', 'urn']);
