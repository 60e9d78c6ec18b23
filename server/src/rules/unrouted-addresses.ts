/** Reports endpoints none of whose ports matches a Service port, while other endpoints serve the Service: these addresses get no traffic. */
import { isLive } from '../analysis/binding/live.ts';
import { typeNames } from '../contract/contract.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { ownUnmatchedPorts } from '../lint/unmatched-ports.ts';
import { keyPlace } from '../lint/subject.ts';

export const unroutedAddresses = defineRule({
  code: 'unrouted-addresses',
  summary: 'Endpoints should have a port of their Service.',
  enforcedBy: 'advice',
  explains: ['no-ports', 'port-name', 'port-protocol'],
  on: { relationsOf: typeNames },
  check(_resource, context) {
    if (isLive(context.binding)) return;
    const seen = new Set<unknown>();
    for (const { effect, node, offers } of ownUnmatchedPorts(context)) {
      const list = node.parent;
      const [first] = offers;
      const place = list && keyPlace(list);
      if (effect !== 'idle' || !first || !place || seen.has(list)) continue;
      seen.add(list);
      const what = context.around.entry.facts.slice ? 'EndpointSlice' : 'subset';
      const message = `No port of this ${what} is a port of the ${titleOf(first.entry)}, so nothing routes to these addresses. Use the name of a Service port, or remove them.`;
      const related = [{ entry: first.entry, path: ['spec', 'ports'], message: 'The Service ports are here.' }];
      context.report(place, message, { related });
    }
  },
});
