/** The types of the contract as server-side apply sees them: which values have parts with owners of their own. */
import type { Kind } from '../../contract/contract.ts';
import { EndpointSlice } from '../../contract/endpoint-slice.ts';
import { Endpoints } from '../../contract/endpoints.ts';
import { isAtomic, type ListType, type MapType, type ObjectType, type Type } from '../../contract/type.ts';
import { memoBy } from '../../text/memo.ts';
import { knownField } from '../../contract/known-field.ts';
import { stableJson } from './field-set.ts';
import { isList, isObject, isUnknown, memberOf, type Json } from './json-value.ts';

/** The kind of an object as sent or stored; `Endpoints` where it names neither kind. */
export function kindOf(object: Json | undefined): Kind {
  return memberOf(object, 'kind') === 'EndpointSlice' ? 'EndpointSlice' : 'Endpoints';
}

export function rootType(object: Json | undefined): ObjectType {
  return kindOf(object) === 'EndpointSlice' ? EndpointSlice : Endpoints;
}

/** A list whose items are identified by their value or their keys. */
export type MergedList = ListType & { readonly listType: 'set' | 'map' };

/** The type, where its parts have owners of their own; undefined for a value that is owned as a whole. */
export function granularType(type: Type, minor: number): ObjectType | MapType | MergedList | undefined {
  switch (type.kind) {
    case 'object':
      return isAtomic(type, minor) ? undefined : type;
    case 'map':
      return type;
    case 'list':
      return isMergedList(type) ? type : undefined;
    default:
      return undefined;
  }
}

function isMergedList(type: ListType): type is MergedList {
  return type.listType !== 'atomic';
}

/** A part of a value, with the FieldsV1 step that leads to it. */
export interface ValuePart {
  readonly step: string;
  readonly value: Json;
  readonly type: Type;
}

/** The parts of a value, including repeated items. Empty for null and for opaque values. */
export function partsOf(
  value: Json | undefined,
  type: ObjectType | MapType | MergedList,
  minor: number,
): readonly ValuePart[] {
  if (type.kind === 'list')
    return isList(value) ? value.map((item) => ({ step: itemStep(item, type), value: item, type: type.item })) : [];
  if (!isObject(value)) return [];
  const parts: ValuePart[] = [];
  for (const [name, each] of Object.entries(value)) {
    const itsType = memberType(type, name, minor);
    if (itsType) parts.push({ step: `f:${name}`, value: each, type: itsType });
  }
  return parts;
}

/** The type of a member; undefined where the type has no such field. */
export function memberType(type: ObjectType | MapType, name: string, minor: number): Type | undefined {
  return type.kind === 'map' ? type.value : knownField(type, name, minor)?.type;
}

/** The index of the item that the step names; -1 where there is none. */
export function indexOf(items: Json | undefined, step: string, type: MergedList): number {
  if (!isList(items)) return -1;
  return indexes(items, type).get(step) ?? -1;
}

/** For each list and type once: long lists are searched often. */
const indexes = memoBy(
  (items: readonly Json[], type: MergedList): ReadonlyMap<string, number> =>
    new Map(items.map((item, i) => [itemStep(item, type), i] as const).toReversed()),
);

/** A missing key counts as an empty string. */
function itemStep(value: Json, { listType, keys }: MergedList): string {
  if (listType === 'set') return `v:${isUnknown(value) ? JSON.stringify(value.text) : stableJson(value)}`;
  const own: Record<string, Json> = {};
  for (const key of keys) own[key] = plainKey(memberOf(value, key) ?? '');
  return `k:${stableJson(own)}`;
}

function plainKey(value: Json): Json {
  return isUnknown(value) ? value.text : value;
}

/** True for an absent value, null, and an empty list or object. */
export function isEmptyJson(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  return isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** True where the step names a field of an object type, not a map key or an item. */
export function isNamedField(type: Type | undefined, step: string, minor: number): boolean {
  return type?.kind === 'object' && step.startsWith('f:') && knownField(type, step.slice(2), minor) !== undefined;
}

/** The type one step down; undefined where the type has no such part. */
export function typeBelow(type: Type | undefined, step: string, minor: number): Type | undefined {
  if (type?.kind === 'list') return step.startsWith('f:') ? undefined : type.item;
  if (!step.startsWith('f:')) return undefined;
  return type?.kind === 'map' || type?.kind === 'object' ? memberType(type, step.slice(2), minor) : undefined;
}
