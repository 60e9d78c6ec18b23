/** Reports a label, an annotation or a setting that stops mirroring Endpoints whose Service and slices are not in sight. */
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { unmirroredEndpoints } from '../lint/mirroring.ts';
import { defineRule } from '../lint/rule.ts';

export const mirroringOff = defineRule({
  code: 'mirroring-off',
  summary: 'Endpoints that are not mirrored should have hand-written EndpointSlices.',
  enforcedBy: 'advice',
  severity: 'info',
  explains: ['unmirrored:off'],
  on: { relationsOf: ['Endpoints', 'EndpointsPatch'] },
  check(resource, context) {
    const found = unmirroredEndpoints(resource, context);
    if (!found || servicesFor(context.around).length > 0) return;
    const { place, start, cause, fix } = found;
    context.report(place, `${start}, so kube-proxy routes no traffic to them. ${waysOut[cause]}`, { fix });
  },
});

const waysOut = {
  setting: 'Convert this object to EndpointSlices with "endpoints convert".',
  label: 'Remove the label, or write the EndpointSlices yourself.',
  annotation: 'Remove it if these addresses belong to a Service.',
};
