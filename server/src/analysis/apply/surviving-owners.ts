/** Finds the owners in sent managedFields that survive a create or an update: the API server computes them anew. */
import { apiVersions } from '../../contract/contract.ts';
import { twinCauses } from './api-server.ts';
import type { Owner } from './apply-step.ts';
import { memberObject, type Json, type JsonObject } from './json-value.ts';
import { readOwners } from './managed-fields.ts';
import { kindOf, rootType } from './shape.ts';
import { stored } from './stored.ts';
import { withoutSystemFields, withoutTwinOwners } from './system-fields.ts';
import { ownersAfterUpdate, type Writer } from './updater.ts';
import { limitUpdaters } from './updater-limit.ts';

/**
 * An owner loses every field that the request adds, changes or removes, and an owner without fields is dropped. Where
 * the API server cannot read an entry, it discards them all. `before` is the stored object, undefined for a create.
 */
export function survivingOwners(
  { config, managedFields }: { readonly config: JsonObject; readonly managedFields: Json | undefined },
  before: JsonObject | undefined,
  minor: number,
): readonly Owner[] {
  const kind = kindOf(config);
  const read = readOwners(managedFields, rootType(config), minor);
  if (!('owners' in read)) return [];
  const { namespace = 'default', ...metadata } = memberObject(config, 'metadata');
  const typed = { apiVersion: apiVersions[kind], kind };
  const sent = { ...config, ...typed, metadata: { ...metadata, namespace } };
  const now = withoutTwinOwners(stored(before ? sent : withoutSystemFields(sent), minor));
  const old = stored(before ? { ...before, ...typed } : { ...typed, metadata: {} }, minor);
  if ([old, now].some((each) => twinCauses(each, minor).length > 0)) return [];
  const self: Writer = { manager: '', operation: 'Update', apiVersion: typed.apiVersion, subresource: '' };
  return limitUpdaters(ownersAfterUpdate(old, now, { owners: read.owners, self, order: Infinity }, minor));
}
