/** Reports EndpointSlices without the managed-by label, by which each writer finds its own slices. */
import { managedByLabel } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';
import { placeWithoutLabel } from '../lint/slice-labels.ts';
import { quote } from '../text/quote.ts';

export const sliceWithoutManager = defineRule({
  code: 'slice-without-manager',
  summary: 'An EndpointSlice should name its manager in a label.',
  enforcedBy: 'advice',
  severity: 'off',
  on: { relationsOf: ['EndpointSlice'] },
  check(_resource, context) {
    const place = placeWithoutLabel(managedByLabel, context);
    if (!place) return;
    const message = `This slice has no label ${quote(managedByLabel)}, so its manager is unknown. Add the label with the name of your team or tool.`;
    context.report(place, message);
  },
});
