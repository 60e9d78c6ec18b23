/** Detects Endpoints that are leader election locks. */
import { member, type Bound } from './bind.ts';
import { isStatic } from './static-value.ts';
import { lockAnnotation } from '../slices/mirror-blockers.ts';

/** True where the object is, or may be, a leader election lock: it needs no Service. */
export function mayBeLock(root: Bound): boolean {
  const metadata = member(root, 'metadata');
  const annotations = metadata && member(metadata, 'annotations');
  const last = annotations ?? metadata ?? root;
  if (!isStatic(last)) return true;
  return annotations !== undefined && member(annotations, lockAnnotation) !== undefined;
}
