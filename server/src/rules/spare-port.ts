/** Reports endpoint ports without a Service port where no Service port lacks a backend. Nothing is lost. */
import { isLive } from '../analysis/binding/live.ts';
import { member } from '../analysis/binding/bind.ts';
import { typeNames } from '../contract/contract.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import { ownUnmatchedPorts, type OwnUnmatchedPort } from '../lint/unmatched-ports.ts';
import { quote } from '../text/quote.ts';

export const sparePort = defineRule({
  code: 'spare-port',
  summary: 'An endpoint port should have a port of the Service.',
  enforcedBy: 'advice',
  severity: 'info',
  on: { relationsOf: typeNames },
  check(_resource, context) {
    if (isLive(context.binding)) return;
    for (const own of ownUnmatchedPorts(context)) {
      const { effect, node, port, offers } = own;
      const [first] = offers;
      if (effect !== 'spare' || !first) continue;
      const named = member(node, 'name');
      const place = port.name !== '' && named ? named : placeOf(node, 'name');
      const related = [{ entry: first.entry, path: ['spec', 'ports'], message: 'The Service ports are here.' }];
      context.report(place, messageOn(own, titleOf(first.entry)), { related });
    }
  },
});

function messageOn({ port, offers }: OwnUnmatchedPort, title: string): string {
  const isElsewhere = offers.some((offer) => offer.port.name === port.name);
  const kind = isElsewhere ? `${port.protocol} ` : '';
  const missing = port.name === '' ? `no ${kind}port without a name` : `no ${kind}port ${quote(port.name)}`;
  return `The ${title} has ${missing}, so nothing routes to this port. Remove it, or add it to the Service.`;
}
