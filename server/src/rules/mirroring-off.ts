/** Reports a label or annotation that stops mirroring Endpoints whose Service and slices are not in sight. */
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { removeMember } from '../lint/fix.ts';
import { unmirroredEndpoints } from '../lint/mirroring.ts';
import { defineRule } from '../lint/rule.ts';

export const mirroringOff = defineRule({
  code: 'mirroring-off',
  summary: 'Endpoints that are not mirrored should have hand-written EndpointSlices.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: ['Endpoints', 'EndpointsPatch'] },
  check(_resource, context) {
    const found = unmirroredEndpoints(context);
    if (!found || servicesFor(context.around).length > 0) return;
    const { blocker, key, start, isLabel } = found;
    const wayOut = isLabel
      ? 'Remove the label, or write the EndpointSlices yourself.'
      : 'Remove it if these addresses belong to a Service.';
    const message = `${start}, so kube-proxy routes no traffic to them. ${wayOut}`;
    context.report({ span: key, path: blocker.path }, message, { fix: removeMember(blocker, 'suggested') });
  },
});
