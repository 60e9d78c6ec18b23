/** Reports a hand-written EndpointSlice that carries the name of the mirroring controller, which deletes or overwrites it. */
import { isPrinted } from '../analysis/binding/live.ts';
import { EndpointSlice, managedByLabel, mirroringController } from '../contract/endpoint-slice.ts';
import { textOf } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { sliceLabel } from '../lint/slice-labels.ts';
import { quote } from '../text/quote.ts';

export const overwrittenSlice = defineRule({
  code: 'overwritten-slice',
  summary: 'A hand-written EndpointSlice must not carry the name of the mirroring controller.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['deleted', 'overwritten'],
  on: [EndpointSlice],
  check(slice, { report, binding }) {
    const label = sliceLabel(slice, managedByLabel);
    if (!label || textOf(label) !== mirroringController || isPrinted(binding)) return;
    const message = `${quote(mirroringController)} is the name of the mirroring controller, which deletes or overwrites EndpointSlices that carry it. Write a name of your own.`;
    report(label, message);
  },
});
