/** Endpoints that are no endpoints: what a leader election writes its leader into. */
import type { Bound } from './bind.ts';
import { member } from './bind.ts';
import { isStatic } from './static-value.ts';
import { lockAnnotation } from '../slices/stops.ts';

/** True where the object is a lock of leader election, which no Service is in front of, or may be one. */
export function mayBeLock(root: Bound): boolean {
  const metadata = member(root, 'metadata');
  const annotations = metadata && member(metadata, 'annotations');
  const last = annotations ?? metadata ?? root;
  if (!isStatic(last)) return true;
  return annotations !== undefined && member(annotations, lockAnnotation) !== undefined;
}
