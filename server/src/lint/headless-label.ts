/** Finds the label by which kube-proxy ignores slices. */
import { nodeAt, type Bound } from '../analysis/binding/bind.ts';
import { ignoredSliceLabel } from '../contract/service.ts';
import { isNull } from '../tree/value.ts';

/** Any value counts. In a patch, null removes the label. */
export function headlessLabelOf(root: Bound): Bound | undefined {
  const label = nodeAt(root, ['metadata', 'labels', ignoredSliceLabel]);
  return label && !isNull(label.value) ? label : undefined;
}
