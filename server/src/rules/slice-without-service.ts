/** Reports EndpointSlices without the service-name label: no Service uses them. */
import { multiClusterLabel, serviceNameLabel } from '../contract/endpoint-slice.ts';
import { renameTo } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { misspeltLabel, placeWithoutLabel, sliceLabel } from '../lint/slice-labels.ts';
import { quote } from '../text/quote.ts';

export const sliceWithoutService = defineRule({
  code: 'slice-without-service',
  summary: 'An EndpointSlice must name its Service in a label.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['no-label'],
  on: { relationsOf: ['EndpointSlice'] },
  check(_resource, context) {
    const place = placeWithoutLabel(serviceNameLabel, context);
    // A slice of another cluster belongs to a ServiceImport.
    if (!place || sliceLabel(context.binding.root, multiClusterLabel)) return;
    const meant = misspeltLabel(context.binding.root, serviceNameLabel);
    if (!meant) {
      const message = `This slice has no label ${quote(serviceNameLabel)}, so it belongs to no Service and nothing uses its endpoints. Add the label with the name of the Service.`;
      return context.report(place, message);
    }
    const { owner, entry } = meant;
    const message = `The label ${quote(entry.name)} does not assign this slice to a Service, so nothing uses its endpoints. Did you mean ${quote(serviceNameLabel)}?`;
    context.report({ ...place, span: entry.key }, message, {
      fix: renameTo(owner, entry, serviceNameLabel, 'suggested'),
    });
  },
});
