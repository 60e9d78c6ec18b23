/** Reports a hand-written EndpointSlice that carries the name of the EndpointSlice controller. overwritten-slice reports the mirroring controller. */
import { textOf } from '../analysis/binding/bind.ts';
import { isPrinted, isShown } from '../analysis/binding/live.ts';
import { EndpointSlice, managedByLabel, sliceController } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';
import { sliceLabel } from '../lint/slice-labels.ts';
import { quote } from '../text/quote.ts';

export const controllerManagedSlice = defineRule({
  code: 'controller-managed-slice',
  summary: 'A hand-written EndpointSlice should not carry the name of a controller.',
  enforcedBy: 'advice',
  on: [EndpointSlice],
  check(slice, { report, binding, resource }) {
    if (isShown(resource)) return;
    const label = sliceLabel(slice, managedByLabel);
    const text = textOf(label) ?? '';
    if (!label || text !== sliceController || isPrinted(binding)) return;
    const message = `${quote(text)} is the name of a controller, which deletes or overwrites EndpointSlices that carry it. Write a name of your own.`;
    report(label, message);
  },
});
