/** The contract's entry: which types exist, what they are called, and which Kubernetes versions are told apart. */
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

export const oldestMinor = 20;
export const newestMinor = 36;

/**
 * The minor number of a Kubernetes version written `1.30`, `v1.30` or `1.30.4`; newer ones than are known count as
 * the newest. Undefined for anything else, and for versions before 1.20.
 */
export function parseMinor(version: string): number | undefined {
  const match = /^v?1\.(\d{1,3})(?:\.\d+)?(?:[-+].*)?$/.exec(version.trim());
  if (!match) return undefined;
  const minor = Number(match[1]);
  return minor < oldestMinor ? undefined : Math.min(minor, newestMinor);
}

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
