/** Reports deprecatedTopology, which the API server drops from new and changed endpoints of a discovery.k8s.io/v1 slice. */
import { isDump } from '../analysis/binding/live.ts';
import { Endpoint } from '../contract/endpoint-slice.ts';
import { removeMember } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';

export const ignoredTopology = defineRule({
  code: 'ignored-topology',
  summary: 'deprecatedTopology should not be set, because the API server drops it.',
  enforcedBy: 'advice',
  tag: 'deprecated',
  on: [Endpoint, 'deprecatedTopology'],
  check(topology, { report, resource, binding }) {
    if (topology.children.length === 0 || resource.isPartial || isDump(binding)) return;
    const message =
      'The API server drops "deprecatedTopology" from new and changed endpoints. Use "nodeName" and "zone".';
    report(keyPlace(topology) ?? topology, message, { fix: removeMember(topology, 'suggested') });
  },
});
