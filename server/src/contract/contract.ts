/** The contract's entry: which types exist, and what they are called. */
import { Endpoints, EndpointsPatch } from './endpoints.ts';
import { PulumiResource } from './pulumi.ts';
import type { ObjectType, Type } from './type.ts';

/** The types that a resource can have, by the name that `Resource.type` carries. */
const resourceTypes: { readonly [name: string]: ObjectType } = { Endpoints, EndpointsPatch };

/** The contract type of that name, or undefined for a kind that is not ours. */
export function resourceType(name: string): ObjectType | undefined {
  return Object.hasOwn(resourceTypes, name) ? resourceTypes[name] : undefined;
}

export const typeTokens = {
  Endpoints: 'kubernetes:core/v1:Endpoints',
  EndpointsPatch: 'kubernetes:core/v1:EndpointsPatch',
} as const;

/** The object type of that name anywhere below the resources, or around them in a program; undefined for no such type. */
export function typeNamed(name: string): ObjectType | undefined {
  types ??= collect([...Object.values(resourceTypes), PulumiResource], new Map());
  return types.get(name);
}

let types: ReadonlyMap<string, ObjectType> | undefined;

function collect(found: readonly Type[], into: Map<string, ObjectType>): ReadonlyMap<string, ObjectType> {
  for (const type of found) {
    if (type.kind === 'list') collect([type.item], into);
    if (type.kind !== 'object' || into.has(type.name)) continue;
    into.set(type.name, type);
    collect(
      Object.values(type.fields).map((field) => field.type),
      into,
    );
  }
  return into;
}
