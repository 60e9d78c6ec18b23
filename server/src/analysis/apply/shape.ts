/** How server-side apply looks at a type: the contract's list types, for one version of the API. */
import type { Kind } from '../../contract/contract.ts';
import { EndpointSlice } from '../../contract/endpoint-slice.ts';
import { Endpoints } from '../../contract/endpoints.ts';
import type { ListType, MapType, ObjectType, Type } from '../../contract/type.ts';
import { isAtomic } from '../../contract/type.ts';
import { attachment } from '../../text/memo.ts';
import { knownField } from '../binding/bind.ts';
import { stableJson } from './field-set.ts';
import { isList, isObject, isUnknown, memberOf } from './json-value.ts';
import type { Json } from './json-value.ts';

/** The kind of an object that is sent or stored; what says none of ours counts as Endpoints. */
export function kindOf(object: Json | undefined): Kind {
  return memberOf(object, 'kind') === 'EndpointSlice' ? 'EndpointSlice' : 'Endpoints';
}

/** The type of that object, from which all below it are reached. */
export function rootType(object: Json | undefined): ObjectType {
  return kindOf(object) === 'EndpointSlice' ? EndpointSlice : Endpoints;
}

/** A list whose items are told apart by their value or their keys. */
export type MergedList = ListType & { readonly listType: 'set' | 'map' };

/** A type whose parts have owners of their own; undefined for what is owned as one. */
export function granular(type: Type, minor: number): ObjectType | MapType | MergedList | undefined {
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

/** A part of a value: the step that leads to it, and its type. */
export interface ValuePart {
  readonly step: string;
  readonly value: Json;
  readonly type: Type;
}

/** The parts of a value; of several items that cannot be told apart, all. None for null, and for a value that is not known. */
export function partsOf(
  value: Json | undefined,
  type: ObjectType | MapType | MergedList,
  minor: number,
): readonly ValuePart[] {
  if (type.kind === 'list') return isList(value) ? value.map((item) => itemPart(item, type)) : [];
  if (!isObject(value)) return [];
  const parts: ValuePart[] = [];
  for (const [name, each] of Object.entries(value)) {
    const itsType = memberType(type, name, minor);
    if (itsType) parts.push({ step: `f:${name}`, value: each, type: itsType });
  }
  return parts;
}

/** The type of a field of an object, or of a map's value; undefined where the type has no such field. */
export function memberType(type: ObjectType | MapType, name: string, minor: number): Type | undefined {
  return type.kind === 'map' ? type.value : knownField(type, name, minor)?.type;
}

function itemPart(value: Json, type: MergedList): ValuePart {
  return { step: itemStep(value, type), value, type: type.item };
}

/** Where in the list the step leads to; -1 for nowhere. */
export function indexOf(items: Json | undefined, step: string, type: MergedList): number {
  if (!isList(items)) return -1;
  const known = indexes(items);
  const steps = known.get(type) ?? new Map(items.map((item, i) => [itemStep(item, type), i] as const).toReversed());
  known.set(type, steps);
  return steps.get(step) ?? -1;
}

/** Of long lists many are asked for. */
const indexes = attachment((_items: readonly Json[]) => new Map<MergedList, ReadonlyMap<string, number>>());

/** A key that an item lacks counts as an empty text. */
function itemStep(value: Json, { listType, keys }: MergedList): string {
  if (listType === 'set') return `v:${isUnknown(value) ? JSON.stringify(value.text) : stableJson(value)}`;
  const own: Record<string, Json> = {};
  for (const key of keys) own[key] = plainKey(memberOf(value, key) ?? '');
  return `k:${stableJson(own)}`;
}

function plainKey(value: Json): Json {
  return isUnknown(value) ? value.text : value;
}

/** True for nothing, null, and what has no parts. */
export function isEmptyJson(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  return isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** True where the step names a field of the type, and not a key of a map or an item. */
export function isNamedField(type: Type | undefined, step: string, minor: number): boolean {
  return type?.kind === 'object' && step.startsWith('f:') && knownField(type, step.slice(2), minor) !== undefined;
}

/** The type one step down; undefined where the type has no such part. */
export function typeBelow(type: Type | undefined, step: string, minor: number): Type | undefined {
  if (type?.kind === 'list') return step.startsWith('f:') ? undefined : type.item;
  if (!step.startsWith('f:')) return undefined;
  return type?.kind === 'map' || type?.kind === 'object' ? memberType(type, step.slice(2), minor) : undefined;
}
