/** Reports a time that the API server cannot decode. Pulumi drops these fields before it sends the object. */
import { timestampProblem } from '../contract/timestamp.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedTimestamp = defineRule({
  code: 'malformed-timestamp',
  summary: 'A time must be in RFC 3339 format, such as 2026-01-31T08:00:00Z.',
  enforcedBy: 'server',
  on: 'resource',
  check(resource, { report, binding, minor }) {
    if (resource.form === 'pulumi') return;
    for (const node of [...binding.nodes, ...binding.replaced]) {
      const { type, value } = node;
      if (type.kind !== 'string' || type.format !== 'timestamp') continue;
      if (value.kind !== 'scalar' || typeof value.value !== 'string') continue;
      const problem = timestampProblem(value.value, minor);
      if (problem) report(node, `${quote(value.value)} ${problem}. Write a time such as 2026-01-31T08:00:00Z.`);
    }
  },
});
