/** Reports a condition `ready` that the provider of Terraform sends as false, because another one is written beside it. */
import { member } from '../analysis/binding/bind.ts';
import { EndpointConditions } from '../contract/endpoint-slice.ts';
import { filledConditionsPlace, isWrittenFalse } from '../lint/filled-conditions.ts';
import { defineRule } from '../lint/rule.ts';

export const impliedNotReady = defineRule({
  code: 'implied-not-ready',
  summary: 'A condition block of Terraform must write ready, because the provider sends false for what is absent.',
  enforcedBy: 'advice',
  severity: 'error',
  on: [EndpointConditions],
  check(conditions, { report, resource }) {
    const place = filledConditionsPlace(conditions, resource);
    // Whoever writes that an endpoint terminates means that it is not ready.
    const terminating = member(conditions, 'terminating');
    const isLeaving = terminating && !isWrittenFalse(terminating);
    if (!place || member(conditions, 'ready') || isLeaving) return;
    report(
      place,
      'This condition block does not write ready, so the provider sends ready = false, and the endpoint gets no traffic. Write ready = true. (Read in provider 3.2.)',
    );
  },
});
