/** Reports a hand-written EndpointSlice that carries the name of the EndpointSlice controller. overwritten-slice reports the mirroring controller. */
import { textOf } from '../analysis/binding/bind.ts';
import { isPrinted, isShown } from '../analysis/binding/live.ts';
import { hasManualEndpoints, servicesFor } from '../analysis/workspace/pairing.ts';
import { managedByLabel, sliceController } from '../contract/endpoint-slice.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { sliceLabel } from '../lint/slice-labels.ts';
import { quote } from '../text/quote.ts';

export const controllerManagedSlice = defineRule({
  code: 'controller-managed-slice',
  summary: 'A hand-written EndpointSlice should not carry the name of a controller.',
  enforcedBy: 'advice',
  on: { relationsOf: ['EndpointSlice'] },
  check(resource, { report, binding, around }) {
    if (isShown(resource)) return;
    const label = sliceLabel(binding.root, managedByLabel);
    if (!label || textOf(label) !== sliceController || isPrinted(binding)) return;
    const services = servicesFor(around);
    const [first] = services;
    // `syncService` of the controller returns at once for a Service without a selector.
    if (first && services.every(({ service }) => hasManualEndpoints(service))) {
      const message = `${quote(sliceController)} never updates or deletes this slice, because the ${titleOf(first.entry)} has no selector. Delete a slice that the controller left. In a slice of your own, write a name of your own.`;
      const related = [{ entry: first.entry, path: ['spec'], message: 'The Service is here.' }];
      report(label, message, { related });
      return;
    }
    const message = `${quote(sliceController)} is the name of a controller, which deletes or overwrites such EndpointSlices of a Service with a selector. Write a name of your own.`;
    report(label, message);
  },
});
