/** Detects Endpoints that are leader election locks. */
import { member, nodeAt, type Bound } from './bind.ts';
import { isStatic } from './static-value.ts';
import { lockAnnotation } from '../slices/mirror-blockers.ts';

/** True where the object is a leader election lock, which has no addresses of a Service. */
export function isLock(root: Bound): boolean {
  const annotations = nodeAt(root, ['metadata', 'annotations']);
  return annotations !== undefined && member(annotations, lockAnnotation) !== undefined;
}

/** True where the object is, or may be, a leader election lock: it needs no Service. */
export function mayBeLock(root: Bound): boolean {
  const metadata = member(root, 'metadata');
  const last = (metadata && member(metadata, 'annotations')) ?? metadata ?? root;
  return !isStatic(last) || isLock(root);
}
