/** An endpoint port that answers no port of the Service: the two pair by name and protocol, and numbers do not matter. */
import { member } from '../analysis/binding/bind.ts';
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { defineRule } from '../lint/rule.ts';
import { reportUnmatchedPorts } from '../lint/unmatched-ports.ts';

export const unmatchedPort = defineRule({
  code: 'unmatched-port',
  summary: 'A port must have the name and protocol of a port of the Service.',
  enforcedBy: 'contract',
  since: '0.1.0',
  on: { relationsOf: ['Endpoints', 'EndpointsPatch'] },
  check(_resource, { report, binding: { root }, document, around }) {
    if (document.issues.length > 0) return;
    reportUnmatchedPorts(member(root, 'subsets')?.children ?? [], servicesFor(around), report);
  },
});
