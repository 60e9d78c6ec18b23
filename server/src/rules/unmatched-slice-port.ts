/** A port of a slice that answers no port of the Service. Only a warning: some consumers read slices without the Service. */
import { isLive } from '../analysis/binding/live.ts';
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { defineRule } from '../lint/rule.ts';
import { reportUnmatchedPorts } from '../lint/unmatched-ports.ts';

export const unmatchedSlicePort = defineRule({
  code: 'unmatched-slice-port',
  summary: 'A port of an EndpointSlice should have the name and protocol of a port of the Service.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: ['EndpointSlice', 'EndpointSlicePatch'] },
  check(_resource, { report, binding, document, around }) {
    if (document.issues.length > 0 || isLive(binding)) return;
    reportUnmatchedPorts([binding.root], servicesFor(around), report);
  },
});
