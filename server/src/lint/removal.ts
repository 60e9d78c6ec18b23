/** Decides whether a patch removes an entry, or only reads it. */
import type { Resource } from '../tree/document.ts';
import { isNull, type Entry } from '../tree/value.ts';

/** In a merge patch, null removes the entry. Pulumi has no such patches. */
export function isRemoval({ isPartial, form }: Resource, { inPath, value }: Entry): boolean {
  if (inPath) return !inPath.isWritten;
  return isPartial && form === 'kubernetes' && isNull(value);
}
