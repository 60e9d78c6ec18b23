/** Reports a label, an annotation or a setting that stops mirroring the Endpoints of a Service without slices, so that the Service has no backend. */
import { hasManualEndpoints, servicesFor } from '../analysis/workspace/pairing.ts';
import { unmirroredEndpoints } from '../lint/mirroring.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';

export const notMirrored = defineRule({
  code: 'not-mirrored',
  summary: 'The addresses of a Service must be in EndpointSlices.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['unmirrored:stopped'],
  on: { relationsOf: ['Endpoints', 'EndpointsPatch'] },
  check(resource, context) {
    const found = unmirroredEndpoints(resource, context);
    if (!found) return;
    const services = servicesFor(context.around);
    const [first] = services;
    if (!first || !services.every(({ service }) => hasManualEndpoints(service))) return;
    const { place, start, cause, fix } = found;
    const message = `${start}, so the ${titleOf(first.entry)} has no backend. ${waysOut[cause]}`;
    const related = [{ entry: first.entry, path: [], message: 'The Service is here.' }];
    context.report(place, message, { related, fix });
  },
});

const waysOut = {
  setting: 'Convert this object to EndpointSlices with "endpoints convert".',
  label: 'Remove the label, or write the EndpointSlices yourself.',
  annotation: 'Remove the annotation.',
};
