/** Objects that a document shows to its readers, who do not apply all of them. */
import { isPrinted, isShown } from '../analysis/binding/live.ts';
import type { Binding } from '../analysis/binding/bind.ts';
import type { Resource } from '../tree/document.ts';

/** True for an object of a cluster in Markdown. */
export function isShownLive(resource: Resource, binding: Binding): boolean {
  return isShown(resource) && (resource.embedding?.isLive === true || isPrinted(binding));
}
