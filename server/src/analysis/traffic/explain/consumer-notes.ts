/** What one consumer takes, and others do not: remarks on the endpoints that it uses. */
import { uniqueBy } from '../../../text/group.ts';
import type { Consumer } from '../consumers/consumer.ts';
import { isTrafficSlice, step, trafficTitle, type ExplainedStep } from './explanation.ts';
import { endpointAt } from './endpoint-at.ts';
import type { AddressOutcome } from './port-views.ts';

/** Empty for kube-proxy. */
export function consumerNotes(
  used: readonly AddressOutcome[],
  consumer: Consumer | undefined,
): readonly ExplainedStep[] {
  if (!consumer) return [];
  const { title, version } = consumer;
  const read = `As read in version ${version}, ${title}`;
  const notes = used.flatMap(({ fate: { object, path } }) => {
    const endpoint = endpointAt(object, path);
    if (!endpoint || !isTrafficSlice(object)) return [];
    const at = { entry: object.entry, path };
    const hosts =
      object.addressType === 'FQDN'
        ? [
            step(
              'slices',
              'note',
              `${trafficTitle(object)} has host names (addressType FQDN). ${read} uses them; kube-proxy does not.`,
              { at: { entry: object.entry, path: ['addressType'] } },
            ),
          ]
        : [];
    const conditions =
      endpoint.ready === undefined
        ? [
            step(
              'endpoints',
              'note',
              `Not every endpoint of ${trafficTitle(object)} writes conditions.ready. ${read} uses an endpoint without it; some other programs do not.`,
              { at, change: 'Write conditions.ready: true.' },
            ),
          ]
        : [];
    return [...hosts, ...conditions];
  });
  return uniqueBy(notes, ({ text }) => text);
}
