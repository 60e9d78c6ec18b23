/** Reports Endpoints and EndpointSlices whose Service the workspace does not have in their namespace. */
import { missingServiceOf } from '../lint/missing-services.ts';
import { defineRule } from '../lint/rule.ts';

export const missingService = defineRule({
  code: 'missing-service',
  summary: 'Endpoints and EndpointSlices should have a Service in their namespace.',
  enforcedBy: 'advice',
  explains: ['no-service', 'unmirrored:no-service'],
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(resource, context) {
    const missing = missingServiceOf(resource, context);
    if (missing && !missing.isMisspelled) context.report(missing.place, missing.message, missing.more);
  },
});
