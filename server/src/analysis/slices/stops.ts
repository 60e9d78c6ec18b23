/** What keeps the control plane from copying an Endpoints to EndpointSlices, as far as the object itself says it. */
import type { Bound } from '../binding/bind.ts';
import { isEmpty, nodeAt, textOf } from '../binding/bind.ts';

/** The label that keeps an object from being mirrored, with the exact value `true`. */
export const skipLabel = 'endpointslice.kubernetes.io/skip-mirror';

/** The annotation that keeps an object from being mirrored, with any value. */
export const lockAnnotation = 'control-plane.alpha.kubernetes.io/leader';

/** The label or annotation that keeps the object from being mirrored; undefined where nothing does. */
export function mirrorStop(root: Bound): Bound | undefined {
  const label = nodeAt(root, ['metadata', 'labels', skipLabel]);
  return textOf(label) === 'true' ? label : nodeAt(root, ['metadata', 'annotations', lockAnnotation]);
}

/** The mark of an object that is being deleted, of which no new slices are made; undefined for all others. */
export function deletionMark(root: Bound): Bound | undefined {
  const mark = nodeAt(root, ['metadata', 'deletionTimestamp']);
  return isEmpty(mark) ? undefined : mark;
}
