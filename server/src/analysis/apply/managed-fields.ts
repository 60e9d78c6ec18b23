/** Parses managedFields as a server printed them, and writes those of the simulation. */
import { knownField } from '../../contract/known-field.ts';
import { ManagedFieldsEntry } from '../../contract/meta.ts';
import { millisecondsOf } from '../../contract/timestamp.ts';
import type { Type } from '../../contract/type.ts';
import { pathText, type Path } from '../../tree/path.ts';
import { quote } from '../../text/quote.ts';
import { difference, fieldSet, fromFieldsV1, isEmptySet, toFieldsV1, type FieldSet } from './field-set.ts';
import { isList, isObject, memberOf, type Json, type JsonObject } from './json-value.ts';
import { fitToVersion } from './config-fields.ts';
import type { Owner } from './apply-step.ts';
import { ownerKey } from './updater.ts';

interface OwnersProblem {
  /** Relative to the resource. */
  readonly path: Path;
  readonly message: string;
}

/** The owners in managedFields, of equal ones the last; the first problem where the API server cannot read them. */
export function readOwners(
  managedFields: Json | undefined,
  type: Type,
  minor: number,
): { readonly owners: readonly Owner[] } | { readonly problem: OwnersProblem } {
  if (managedFields === undefined || managedFields === null) return { owners: [] };
  const path = ['metadata', 'managedFields'];
  if (!isList(managedFields)) return { problem: { path, message: 'managedFields must be a list of entries.' } };
  const owners = new Map<string, Owner>();
  for (const [i, entry] of managedFields.entries()) {
    const read = readEntry(entry, [...path, i], { type, minor });
    if ('problem' in read) return read;
    owners.set(ownerKey(read.owner), read.owner);
  }
  return { owners: sortOwners([...owners.values()]) };
}

function readEntry(
  entry: Json,
  path: Path,
  { type, minor }: { readonly type: Type; readonly minor: number },
): { readonly owner: Owner } | { readonly problem: OwnersProblem } {
  const fail = (name: string, message: string) => ({ problem: { path: [...path, ...(name ? [name] : [])], message } });
  if (!isObject(entry)) return fail('', 'An entry of managedFields must be an object.');
  const text = (name: string): string => {
    const value = memberOf(entry, name);
    return typeof value === 'string' ? value : '';
  };
  const [operation, apiVersion] = [text('operation'), text('apiVersion')];
  if (operation !== 'Apply' && operation !== 'Update')
    return fail('operation', `${quote(operation)} is not a valid operation. Use "Apply" or "Update".`);
  const fieldsType = text('fieldsType');
  if (fieldsType === '') return fail('fieldsType', 'This entry has no fieldsType. Write "FieldsV1".');
  if (fieldsType !== 'FieldsV1')
    return fail('fieldsType', `${quote(fieldsType)} is not a valid fieldsType. Write "FieldsV1".`);
  if (apiVersion === '') return fail('apiVersion', 'This entry has no apiVersion, such as "v1".');
  const fields = fromFieldsV1(memberOf(entry, 'fieldsV1') ?? {});
  if ('message' in fields) return { problem: { path: [...path, 'fieldsV1', ...fields.at], message: fields.message } };
  const order = millisecondsOf(text('time'), minor) ?? 0;
  return {
    owner: {
      manager: text('manager'),
      operation,
      apiVersion,
      subresource: knownField(ManagedFieldsEntry, 'subresource', minor) ? text('subresource') : '',
      order,
      fields: fitToVersion(fields, type, minor),
    },
  };
}

/** The index of the owner's entry; -1 where there is none. */
export function indexOfOwner(managedFields: Json, owner: Omit<Owner, 'fields'>): number {
  const names = ['manager', 'operation', 'apiVersion', 'subresource'] as const;
  const isIt = (entry: Json): boolean => names.every((name) => (memberOf(entry, name) ?? '') === owner[name]);
  return isList(managedFields) ? managedFields.findIndex(isIt) : -1;
}

/** The problem as a sentence that starts with its path. */
export function problemText({ path, message }: OwnersProblem): string {
  return `${pathText(path)} is invalid: ${message}`;
}

/** managedFields without times, as the API server sorts them. */
export function managedFieldsJson(owners: readonly Owner[]): readonly JsonObject[] {
  return sortOwners(owners).map(({ manager, operation, apiVersion, subresource, fields }) => ({
    ...(manager === '' ? {} : { manager }),
    operation,
    apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1: toFieldsV1(fields),
    ...(subresource === '' ? {} : { subresource }),
  }));
}

/** Appliers first, then by name. */
export function sortOwners(owners: readonly Owner[]): readonly Owner[] {
  const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...owners].sort(
    (a, b) =>
      byText(a.operation, b.operation) ||
      byText(a.manager, b.manager) ||
      byText(a.apiVersion, b.apiVersion) ||
      byText(a.subresource, b.subresource),
  );
}

/** Fields that never have an owner: they identify the object, or the API server sets them. */
const unrecorded = fieldSet([
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => ['f:metadata', `f:${name}`]),
]);

/** Removes the fields that are never recorded from one owner, and the owner where nothing is left. */
export function withRecordedFields(owners: readonly Owner[], isSelf: (owner: Owner) => boolean): readonly Owner[] {
  return owners.flatMap((owner) => {
    if (!isSelf(owner)) return [owner];
    const fields: FieldSet = difference(owner.fields, unrecorded);
    return isEmptySet(fields) ? [] : [{ ...owner, fields }];
  });
}
