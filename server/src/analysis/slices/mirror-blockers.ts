/** The label, annotation and deletion mark that keep the mirroring controller from mirroring Endpoints. */
import { isEmpty, nodeAt, textOf, type Bound } from '../binding/bind.ts';

/** Stops mirroring with the exact value `true`. */
export const skipLabel = 'endpointslice.kubernetes.io/skip-mirror';

/** Stops mirroring with any value: leader election writes it. */
export const lockAnnotation = 'control-plane.alpha.kubernetes.io/leader';

/** The label or annotation that stops mirroring; undefined where there is none. */
export function mirrorBlocker(root: Bound): Bound | undefined {
  const label = nodeAt(root, ['metadata', 'labels', skipLabel]);
  return textOf(label) === 'true' ? label : nodeAt(root, ['metadata', 'annotations', lockAnnotation]);
}

/** The `deletionTimestamp`, after which no new slices are created; undefined where it is absent or empty. */
export function deletionTimestampOf(root: Bound): Bound | undefined {
  const mark = nodeAt(root, ['metadata', 'deletionTimestamp']);
  return isEmpty(mark) ? undefined : mark;
}
