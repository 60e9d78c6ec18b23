/** Reports hints that only some endpoints of a Service port have: kube-proxy then ignores all of them. */
import { proxiedBackends, type Backend } from '../analysis/traffic/backends/service-backends.ts';
import { sharesOf } from '../analysis/traffic/backends/shares.ts';
import { hasHint, countsAsReady } from '../analysis/facts/backend-facts.ts';
import { member } from '../analysis/binding/bind.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { titleOf } from '../lint/partner.ts';
import { otherPlace, ownPlace } from '../lint/reporter.ts';
import { defineRule } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';

const kinds = [
  { what: 'zoneHints', field: 'forZones', noun: 'zone' },
  { what: 'nodeHints', field: 'forNodes', noun: 'node' },
] as const;

export const partialHints = defineRule({
  code: 'partial-hints',
  summary: 'All ready endpoints of a Service port should have hints, or none.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Endpoints', 'EndpointSlice', 'Service'] },
  check(_resource, context) {
    const all = mayReport(context.around) ? proxiedBackends(context.around) : undefined;
    // Hints have no part in the choice of local endpoints.
    if (!all || (all.service.internalPolicy === 'Local' && !all.service.isExposed)) return;
    for (const { what, field, noun } of kinds) {
      const partial = all.service.ports.flatMap((port) =>
        sharesOf(all, what, [port]).flatMap(({ share, backends }) => (share === 'some' ? [{ port, backends }] : [])),
      )[0];
      if (!partial) continue;
      const { port, backends } = partial;
      const hasHints = (each: Backend): boolean => each[what] !== 'none';
      const candidates = [
        ...backends.filter(hasHints).map(placeIn),
        ...backends.filter((each) => !hasHints(each)).map(placeIn),
        { entry: all.entry, path: ['spec', 'ports'] },
      ];
      const place = ownPlace(candidates, context);
      if (!place) continue;
      const endpoints = member(context.binding.root, 'endpoints')?.children ?? [];
      const hinted = endpoints.find((each) => countsAsReady(each) && hasHint(each, field));
      const subject = port.name === '' ? 'the port' : `the port ${quote(port.name)}`;
      const message = `Only some ready endpoints of ${subject} of the ${titleOf(all.entry)} have ${noun} hints, so kube-proxy ignores all of them for this port. Add ${field} to each endpoint, or remove all.`;
      const lacking = backends.filter((each) => each.hasReady && each[what] !== 'all').map(placeIn);
      const related = otherPlace(lacking, place, context, 'This list has endpoints without hints.');
      const hints = hinted && member(hinted, 'hints');
      context.report((hints && keyPlace(hints)) ?? place, message, { related });
    }
  },
});

/** The first slice with hints reports, unless its file is only read. */
function mayReport({ entry, isReported }: RelatedObjects): boolean {
  const own = entry.facts.slice?.backends ?? [];
  return isReported !== undefined || own.some((each) => each.zoneHints !== 'none' || each.nodeHints !== 'none');
}

function placeIn({ entry, path }: Backend): { readonly entry: Backend['entry']; readonly path: Backend['path'] } {
  return { entry, path: [...path, entry.facts.slice ? 'endpoints' : 'addresses'] };
}
