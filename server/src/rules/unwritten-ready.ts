/** Reports endpoints without the condition `ready` where a consumer of the workspace uses only those that write it. */
import { consumerTitle } from '../analysis/traffic/consumers/consumer.ts';
import { isMapping, placeOf } from '../lint/subject.ts';
import { member } from '../analysis/binding/bind.ts';
import { consumerPlace, endpointsThatLack } from '../lint/consumers-around.ts';
import { insertEntry } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const unwrittenReady = defineRule({
  code: 'unwritten-ready',
  summary: 'An endpoint should write the condition ready where a consumer needs it.',
  enforcedBy: 'advice',
  explains: ['ready-absent'],
  on: { relationsOf: ['EndpointSlice'] },
  check(_resource, context) {
    for (const { node, ...around } of endpointsThatLack({ ready: true }, isUnwritten, context)) {
      if (!isMapping(node)) continue;
      const conditions = member(node, 'conditions');
      const hasConditions = conditions && isMapping(conditions);
      const fix = hasConditions
        ? insertEntry(conditions.value, 'ready', true, 'safe')
        : insertEntry(node.value, 'conditions', { ready: true }, 'safe');
      const place = hasConditions ? placeOf(conditions, 'ready') : placeOf(node, 'conditions');
      const message = `The condition ready is absent, so ${consumerTitle(around.consumer)} does not use this endpoint. Write ready: true.`;
      context.report(place, message, { fix, related: [consumerPlace(around)] });
    }
  },
});

function isUnwritten({ ready }: { readonly ready: boolean | undefined }): boolean {
  return ready === undefined;
}
