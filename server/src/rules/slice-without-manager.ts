/** A slice that does not say who manages it. Nothing depends on it, but whoever looks for its own slices goes by that label. */
import { managedByLabel } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';
import { placeWithoutLabel } from '../lint/slice-labels.ts';
import { quote } from '../text/quote.ts';

export const sliceWithoutManager = defineRule({
  code: 'slice-without-manager',
  summary: 'An EndpointSlice should say in a label who manages it.',
  enforcedBy: 'advice',
  severity: 'hint',
  since: '0.1.0',
  on: { relationsOf: ['EndpointSlice'] },
  check(_resource, context) {
    const place = placeWithoutLabel(managedByLabel, context);
    if (!place) return;
    const message = `This slice has no label ${quote(managedByLabel)}, so nobody can tell who manages it. Add the label with a name of your own.`;
    context.report(place, message);
  },
});
