/** Whether a resource is sent by server-side apply, and what of it is not sent at all. */
import type { Document, Resource } from '../tree/document.ts';
import { applySettingsOf } from './apply-settings.ts';
import type { Bound } from './bind.ts';

/**
 * True for a patch, and for what Pulumi manages unless its provider is, or may be, told otherwise. False for a manifest, which
 * kubectl sends without server-side apply unless it is asked to.
 */
export function isApplied(resource: Resource, document: Document): boolean {
  if (resource.form !== 'pulumi') return false;
  const { isServerSide, isRendered } = applySettingsOf(resource, document);
  // Without server-side apply the provider refuses a patch.
  return isRendered === 'no' && (isServerSide === 'yes' || resource.type === 'EndpointsPatch');
}

/** True for metadata of the server's own, and all in it: Pulumi takes it out before it sends anything. */
export function isDropped({ field, parent }: Bound): boolean {
  if (field?.readOnly && field.deprecated === undefined) return true;
  return parent !== undefined && isDropped(parent);
}
