/** Reports conditions that the provider of Terraform sends as false, because another one is written beside them. */
import { member, type Bound } from '../analysis/binding/bind.ts';
import { EndpointConditions } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';

export const halfWrittenCondition = defineRule({
  code: 'half-written-condition',
  summary: 'A condition block of Terraform should write serving, because the provider sends false for what is absent.',
  enforcedBy: 'advice',
  severity: 'info',
  on: [EndpointConditions],
  check(conditions, { report, resource }) {
    const { entries, isOpen, blockKey } = conditions.value;
    if (resource.terraform?.isManifest !== false || isOpen || entries.length === 0) return;
    const ready = member(conditions, 'ready');
    if (!ready || isFalse(ready) || member(conditions, 'serving')) return;
    report(
      blockKey ? { span: blockKey, path: conditions.path } : (keyPlace(conditions) ?? conditions),
      'This condition block does not write serving, so the provider sends serving = false, and some consumers skip the endpoint. Write serving = true. (Read in provider 3.2.)',
    );
  },
});

function isFalse({ value }: Bound): boolean {
  return value.kind === 'scalar' && value.value === false;
}
