/** Reports conditions that the provider of Terraform sends as false, because another one is written beside them. */
import { member } from '../analysis/binding/bind.ts';
import { EndpointConditions } from '../contract/endpoint-slice.ts';
import { filledConditionsPlace, isWrittenFalse } from '../lint/filled-conditions.ts';
import { defineRule } from '../lint/rule.ts';

export const halfWrittenCondition = defineRule({
  code: 'half-written-condition',
  summary: 'A condition block of Terraform should write serving, because the provider sends false for what is absent.',
  enforcedBy: 'advice',
  severity: 'info',
  on: [EndpointConditions],
  check(conditions, { report, resource }) {
    const place = filledConditionsPlace(conditions, resource);
    const ready = member(conditions, 'ready');
    if (!place || !ready || isWrittenFalse(ready) || member(conditions, 'serving')) return;
    report(
      place,
      'This condition block does not write serving, so the provider sends serving = false, and some consumers skip the endpoint. Write serving = true. (Read in provider 3.2.)',
    );
  },
});
