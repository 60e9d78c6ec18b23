/** What keeps the control plane from copying an Endpoints to EndpointSlices, as far as the object itself says it. */
import type { Bound } from '../binding/bind.ts';
import { isEmpty, member, textOf } from '../binding/bind.ts';

/** The label that keeps an object from being mirrored, with the exact value `true`. */
export const skipLabel = 'endpointslice.kubernetes.io/skip-mirror';

/** The annotation that keeps an object from being mirrored, with any value. */
export const lockAnnotation = 'control-plane.alpha.kubernetes.io/leader';

/** The label or annotation that keeps the object from being mirrored; undefined where nothing does. */
export function mirrorStop(root: Bound): Bound | undefined {
  const metadata = member(root, 'metadata');
  const labels = metadata && member(metadata, 'labels');
  const annotations = metadata && member(metadata, 'annotations');
  const label = labels && member(labels, skipLabel);
  return textOf(label) === 'true' ? label : annotations && member(annotations, lockAnnotation);
}

/** The mark of an object that is being deleted, of which no new slices are made; undefined for all others. */
export function deletionMark(root: Bound): Bound | undefined {
  const metadata = member(root, 'metadata');
  const mark = metadata && member(metadata, 'deletionTimestamp');
  return isEmpty(mark) ? undefined : mark;
}
