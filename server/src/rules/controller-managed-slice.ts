/** Reports a hand-written EndpointSlice that carries the name of a controller: the controller deletes or overwrites it. */
import { member, textOf, type Binding } from '../analysis/binding/bind.ts';
import { EndpointSlice, managedByLabel, sliceControllers } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';
import { sliceLabel } from '../lint/slice-labels.ts';
import { quote } from '../text/quote.ts';

export const controllerManagedSlice = defineRule({
  code: 'controller-managed-slice',
  summary: 'A hand-written EndpointSlice should not carry the name of a controller.',
  enforcedBy: 'advice',
  on: [EndpointSlice],
  check(slice, { report, binding }) {
    const label = sliceLabel(slice, managedByLabel);
    const text = textOf(label) ?? '';
    if (!label || !sliceControllers.some((name) => name === text) || isPrinted(binding)) return;
    const message = `${quote(text)} is the name of a controller, which deletes or overwrites EndpointSlices that carry it. Write a name of your own.`;
    report(label, message);
  },
});

const liveFields = ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields'];

/** True for an object that a server printed, even where most of its live state was removed. */
function isPrinted({ root }: Binding): boolean {
  const metadata = member(root, 'metadata');
  if (!metadata) return false;
  const owners = member(metadata, 'ownerReferences')?.children ?? [];
  return (
    liveFields.some((name) => member(metadata, name) !== undefined) ||
    owners.some((owner) => member(owner, 'controller')?.value.kind === 'scalar')
  );
}
