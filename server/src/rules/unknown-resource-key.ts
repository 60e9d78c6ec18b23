/** A key of a resource block that Pulumi YAML does not have. Options have a rule of their own. */
import { bindEnvelope } from '../analysis/envelope.ts';
import { defineRule } from '../lint/rule.ts';
import { unknownKey } from '../lint/unknown.ts';

export const unknownResourceKey = defineRule({
  code: 'unknown-resource-key',
  summary: 'A resource block has the keys type, name, properties, options, get and defaultProvider.',
  enforcedBy: 'pulumi',
  since: '0.1.0',
  on: 'resource',
  check(resource, { report }) {
    const mismatches = resource.envelope ? bindEnvelope(resource.envelope).mismatches : [];
    for (const mismatch of mismatches) {
      if (mismatch.kind !== 'unknown' || mismatch.path[0] === 'options') continue;
      const { entry, message, fix, isCase } = unknownKey(mismatch.owner, mismatch.entry, 'A resource block');
      if (!isCase) report({ span: entry.key }, message, { fix });
    }
  },
});
