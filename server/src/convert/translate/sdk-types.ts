/** Says what the types of Pulumi's Kubernetes SDKs refuse. Their fields are those of the contract. */
import { resourceType } from '../../contract/contract.ts';
import { neighbourType } from '../../contract/neighbours.ts';
import { patchOf } from '../../contract/patch.ts';
import { any as untyped, type ObjectType, type Type } from '../../contract/type.ts';
import { ownValue } from '../../text/own-value.ts';
import { quote } from '../../text/quote.ts';
import type { Value } from '../../tree/value.ts';

export { untyped };

/** The type of the properties of `Endpoints`, `ServicePatch` and so on. */
export function typeOfObject(type: string): Type {
  const own = resourceType(type);
  return own ?? (type.endsWith('Patch') ? patchOf(neighbourType(type.slice(0, -'Patch'.length))) : neighbourType(type));
}

/** The type of a member; `untyped` where it is not known. */
export function sdkMemberType(type: Type, name: string): Type {
  if (type.kind === 'object') return ownValue(type.fields, name)?.type ?? untyped;
  return type.kind === 'map' ? type.value : untyped;
}

export function sdkItemType(type: Type): Type {
  return type.kind === 'list' ? type.item : untyped;
}

const words: Readonly<Record<Type['kind'], string>> = {
  object: 'an object',
  list: 'a list',
  map: 'a map',
  string: 'a string',
  integer: 'a whole number',
  'integer or string': 'a whole number or a string',
  boolean: 'true or false',
  any: 'any value',
};

/** What follows the name of the value in a message; undefined for a value of the right type. */
export function typeProblem(value: Value, type: Type): string | undefined {
  return fits(value, type) ? undefined : `must be ${words[type.kind]} in the SDK`;
}

function fits(value: Value, { kind }: Type): boolean {
  if (kind === 'any' || value.kind === 'opaque') return true;
  if (value.kind === 'sequence') return kind === 'list';
  if (value.kind === 'mapping') return kind === 'object' || kind === 'map';
  const { value: scalar } = value;
  const isWhole = typeof scalar === 'bigint' || Number.isInteger(scalar);
  if (kind === 'integer or string') return isWhole || typeof scalar === 'string';
  if (kind === 'integer') return isWhole;
  return kind === typeof scalar;
}

/** What follows the name of an object in a message; undefined where all its fields exist and none is missing. */
export function fieldProblem(names: readonly string[], type: Type): string | undefined {
  if (type.kind !== 'object') return undefined;
  const unknown = names.find((name) => !Object.hasOwn(type.fields, name) || type.fields[name]?.output);
  if (unknown !== undefined) return `has ${quote(unknown)}, which is no field in the SDK`;
  const missing = requiredIn(type).find((name) => !names.includes(name));
  return missing === undefined ? undefined : `has no ${quote(missing)}, which the SDK requires`;
}

/** The SDK does not require what the API server needs, in these types. */
const isOptional: ReadonlySet<string> = new Set(['ObjectMeta.name', 'EndpointSlicePort.port']);

function requiredIn({ name, fields }: ObjectType): readonly string[] {
  return Object.keys(fields).filter((field) => fields[field]?.required && !isOptional.has(`${name}.${field}`));
}
