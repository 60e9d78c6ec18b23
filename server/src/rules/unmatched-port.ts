/** Reports endpoint ports that match no port of the Service. Ports match by name and protocol, not by number. */
import { member } from '../analysis/binding/bind.ts';
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { defineRule } from '../lint/rule.ts';
import { reportUnmatchedPorts } from '../lint/unmatched-ports.ts';

export const unmatchedPort = defineRule({
  code: 'unmatched-port',
  summary: 'The name and protocol of a port must match a port of the Service.',
  enforcedBy: 'contract',
  on: { relationsOf: ['Endpoints', 'EndpointsPatch'] },
  check(_resource, { report, binding: { root }, document, around }) {
    if (document.issues.length > 0) return;
    reportUnmatchedPorts(member(root, 'subsets')?.children ?? [], servicesFor(around), report);
  },
});
