/** Reports slice ports that match no port of the Service. It is a warning, because some consumers read slices without the Service. */
import { isLive } from '../analysis/binding/live.ts';
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { defineRule } from '../lint/rule.ts';
import { reportUnmatchedPorts } from '../lint/unmatched-ports.ts';

export const unmatchedSlicePort = defineRule({
  code: 'unmatched-slice-port',
  summary: 'The name and protocol of an EndpointSlice port should match a port of the Service.',
  enforcedBy: 'advice',
  on: { relationsOf: ['EndpointSlice', 'EndpointSlicePatch'] },
  check(_resource, { report, binding, document, around }) {
    if (document.issues.length > 0 || isLive(binding)) return;
    reportUnmatchedPorts([binding.root], servicesFor(around), report);
  },
});
