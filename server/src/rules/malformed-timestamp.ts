/** Reports a time that the API server cannot decode. Pulumi drops these fields before it sends the object. */
import type { Bound } from '../analysis/binding/bind.ts';
import { nodesWhere } from '../analysis/binding/blocks.ts';
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
    for (const node of [...timestamps(binding), ...binding.replaced.filter(isTimestamp)]) {
      const { value } = node;
      if (value.kind !== 'scalar' || typeof value.value !== 'string') continue;
      const problem = timestampProblem(value.value, minor);
      if (problem) report(node, `${quote(value.value)} ${problem}. Write a time such as 2026-01-31T08:00:00Z.`);
    }
  },
});

function isTimestamp({ type }: Bound): boolean {
  return type.kind === 'string' && type.format === 'timestamp';
}

const timestamps = nodesWhere(isTimestamp);
