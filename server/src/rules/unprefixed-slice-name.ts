/** Reports EndpointSlices that ingress-nginx does not find, because their names do not begin with that of the Service. */
import { consumerTitle } from '../analysis/traffic/consumers/consumer.ts';
import { isLive } from '../analysis/binding/live.ts';
import { isFoundByName } from '../analysis/traffic/consumers/ingress-nginx.ts';
import { consumerPlace, consumersAround } from '../lint/consumers-around.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';
import { quote } from '../text/quote.ts';

export const unprefixedSliceName = defineRule({
  code: 'unprefixed-slice-name',
  summary: 'The name of an EndpointSlice should begin with the name of its Service where ingress-nginx reads it.',
  enforcedBy: 'advice',
  on: { relationsOf: ['EndpointSlice'] },
  check(resource, { around, binding, report }) {
    const place = nameNode(binding);
    const { facts, identities } = around.entry;
    const { isMade, service = '' } = facts.slice ?? {};
    if (!place || !facts.name.isKnown || resource.isPartial || isMade || isLive(binding)) return;
    const found = consumersAround(around).find(({ consumer }) => consumer.name === 'ingress-nginx');
    if (!found || service === '' || identities.some(({ name }) => isFoundByName(name, service))) return;
    const message = `${consumerTitle(found.consumer)} finds only slices whose names begin with ${quote(service)}, so the ${sender(found)} gets no endpoint of this one. Begin the name with ${quote(`${service}-`)}.`;
    report(place, message, { related: [consumerPlace(found)] });
  },
});

function sender({ sender: by, service }: ReturnType<typeof consumersAround>[number]): string {
  return titleOf(by?.entry ?? service.entry);
}
