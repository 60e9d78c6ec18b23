/** Finds the owners in sent managedFields that survive a create or an update: the API server computes them anew. */
import { apiVersions } from '../../contract/contract.ts';
import type { ObjectType } from '../../contract/type.ts';
import { twinCauses } from './api-server.ts';
import type { Owner } from './apply-step.ts';
import { isList, isObject, memberObject, memberOf, type Json, type JsonObject } from './json-value.ts';
import { readOwners } from './managed-fields.ts';
import { kindOf, rootType } from './shape.ts';
import { decoded, stored } from './stored.ts';
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
  const sentOwners = ownersIn(managedFields, rootType(config), minor);
  if (sentOwners.length === 0) return [];
  const typed = { apiVersion: apiVersions[kind], kind };
  const whole = (object: JsonObject): JsonObject => {
    const metadata = { namespace: 'default', ...memberObject(object, 'metadata') };
    return { ...object, ...typed, metadata };
  };
  const sent = whole(config);
  const now = withoutTwinOwners(decoded(before ? sent : withoutSystemFields(sent), minor));
  const old = before ? stored(whole(before), minor) : { ...stored(typed, minor), metadata: {} };
  if ([old, now].some((each) => twinCauses(each, minor).length > 0)) return [];
  const self: Writer = { manager: '', operation: 'Update', apiVersion: typed.apiVersion, subresource: '' };
  return limitUpdaters(ownersAfterUpdate(old, now, { owners: sentOwners, self, order: Infinity }, minor));
}

/** Since this minor version, the API server discards all managedFields where an entry lacks an operation or apiVersion. */
export const readsOperationSince = 21;

/** The owners in sent managedFields; none where the API server cannot read them. */
export function ownersIn(managedFields: Json | undefined, type: ObjectType, minor: number): readonly Owner[] {
  const isOld = minor < readsOperationSince && isList(managedFields);
  const read = readOwners(isOld ? managedFields.map(completed) : managedFields, type, minor);
  const isReadable = 'owners' in read && read.owners.every(({ apiVersion }) => apiVersion.split('/').length <= 2);
  return isReadable ? read.owners : [];
}

/**
 * Old versions read an entry without a valid operation like an update of another manager, and drop one without an
 * apiVersion later.
 */
function completed(entry: Json): Json {
  if (!isObject(entry)) return entry;
  const apiVersion = memberOf(entry, 'apiVersion') || 'none';
  const [manager = '', operation = ''] = ['manager', 'operation'].map((name) => memberOf(entry, name) ?? '');
  if (operation === 'Apply' || operation === 'Update') return { ...entry, apiVersion };
  return { ...entry, manager: JSON.stringify([manager, operation]), operation: 'Update', apiVersion };
}
