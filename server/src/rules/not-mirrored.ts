/** Reports a label or annotation that stops mirroring the Endpoints of a Service without slices, so that the Service has no backend. */
import { hasManualEndpoints, servicesFor } from '../analysis/workspace/pairing.ts';
import { removeMember } from '../lint/fix.ts';
import { unmirroredEndpoints } from '../lint/mirroring.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';

export const notMirrored = defineRule({
  code: 'not-mirrored',
  summary: 'The addresses of a Service must be in EndpointSlices.',
  enforcedBy: 'advice',
  severity: 'error',
  on: { relationsOf: ['Endpoints', 'EndpointsPatch'] },
  check(_resource, context) {
    const found = unmirroredEndpoints(context);
    if (!found) return;
    const services = servicesFor(context.around);
    const [first] = services;
    if (!first || !services.every(({ service }) => hasManualEndpoints(service))) return;
    const { blocker, key, start, isLabel } = found;
    const wayOut = isLabel ? 'Remove the label, or write the EndpointSlices yourself.' : 'Remove the annotation.';
    const message = `${start}, so the ${titleOf(first.entry)} has no backend. ${wayOut}`;
    const related = [{ entry: first.entry, path: [], message: 'The Service is here.' }];
    context.report({ span: key, path: blocker.path }, message, { related, fix: removeMember(blocker, 'suggested') });
  },
});
