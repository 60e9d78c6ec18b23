/** A slice that people write under the name of a controller, which takes such slices for its own. */
import type { Binding } from '../analysis/binding/bind.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { EndpointSlice, managedByLabel, sliceControllers } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';
import { sliceLabel } from '../lint/slice-labels.ts';
import { quote } from '../text/quote.ts';

export const controllerManagedSlice = defineRule({
  code: 'controller-managed-slice',
  summary: 'An EndpointSlice that is written by hand should not carry the name of a controller.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [EndpointSlice],
  check(slice, { report, binding }) {
    const label = sliceLabel(slice, managedByLabel);
    const text = textOf(label) ?? '';
    if (!label || !sliceControllers.some((name) => name === text) || isPrinted(binding)) return;
    const message = `${quote(text)} is the name of a controller, which deletes or rewrites slices that carry it. Write a name of your own.`;
    report(label, message);
  },
});

const printed = ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields'];

/** True for what a server printed, also where somebody took out most of its live state. */
function isPrinted({ root }: Binding): boolean {
  const metadata = member(root, 'metadata');
  if (!metadata) return false;
  const owners = member(metadata, 'ownerReferences')?.children ?? [];
  return (
    printed.some((name) => member(metadata, name) !== undefined) ||
    owners.some((owner) => member(owner, 'controller')?.value.kind === 'scalar')
  );
}
