/** Reports endpoints that are not ready and do not write `serving`, where a consumer of the workspace reads only that condition. */
import { member, type Bound } from '../analysis/binding/bind.ts';
import { consumerTitle } from '../analysis/traffic/consumers/consumer.ts';
import { consumerPlace, endpointsThatLack } from '../lint/consumers-around.ts';
import { insertEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, keyPlace } from '../lint/subject.ts';
import type { Fix } from '../tree/tree-edit.ts';

export const unwrittenServing = defineRule({
  code: 'unwritten-serving',
  summary: 'An endpoint that is not ready should write the condition serving where a consumer reads only that.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(_resource, context) {
    const isConcerned = ({ ready, serving }: Conditions): boolean => ready === false && serving === undefined;
    const reported = new Set<Bound | undefined>();
    for (const { node, ...around } of endpointsThatLack({ serving: false }, isConcerned, context)) {
      const { place, message, fix } = verdict(node, consumerTitle(around.consumer));
      if (!place || reported.has(place)) continue;
      reported.add(place);
      const at = place.path.at(-1) === 'notReadyAddresses' ? keyPlace(place) : place;
      if (at) context.report(at, message, { fix, related: [consumerPlace(around)] });
    }
  },
});

interface Conditions {
  readonly ready: boolean | undefined;
  readonly serving: boolean | undefined;
}

interface Verdict {
  readonly place: Bound | undefined;
  readonly message: string;
  readonly fix?: Fix | undefined;
}

/** For an address of Endpoints, the list is reported: a mirrored slice never has the condition. */
function verdict(node: Bound, title: string): Verdict {
  const conditions = member(node, 'conditions');
  if (!conditions || !isMapping(conditions)) {
    const message = `Mirrored slices never have the condition serving, which alone counts for ${title}, so it sends traffic to these addresses. Remove them, or write EndpointSlices with serving: false.`;
    return { place: node.parent, message };
  }
  const message = `The condition serving is absent and counts as true, so ${title} sends traffic to this endpoint although it is not ready. Write serving: false.`;
  return {
    place: member(conditions, 'ready'),
    message,
    fix: insertEntry(conditions.value, 'serving', false, 'suggested'),
  };
}
