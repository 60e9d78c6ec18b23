/** Reports Endpoints and EndpointSlices that nearly have the name of a Service without endpoints. */
import { missingServiceOf } from '../lint/missing-services.ts';
import { defineRule } from '../lint/rule.ts';

export const misspelledService = defineRule({
  code: 'misspelled-service',
  summary: 'Endpoints and EndpointSlices should name their Service as it is spelled.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['no-service', 'unmirrored:no-service'],
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(resource, context) {
    const missing = missingServiceOf(resource, context);
    if (missing?.isMisspelled) context.report(missing.place, missing.message, missing.more);
  },
});
