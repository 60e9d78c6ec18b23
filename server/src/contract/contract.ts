/** The contract's entry: which types exist, and what they are called. */
import { EndpointSlice, EndpointSlicePatch } from './endpoint-slice.ts';
import { Endpoints, EndpointsPatch } from './endpoints.ts';
import { PulumiResource } from './pulumi.ts';
import type { ObjectType, Type } from './type.ts';

/** The types that a resource can have, by the name that `Resource.type` carries. */
const resourceTypes: { readonly [name: string]: ObjectType } = {
  Endpoints,
  EndpointsPatch,
  EndpointSlice,
  EndpointSlicePatch,
};

/** The contract type of that name, or undefined for a kind that is not ours. */
export function resourceType(name: string): ObjectType | undefined {
  return Object.hasOwn(resourceTypes, name) ? resourceTypes[name] : undefined;
}

/** The names of all these types, what replaces the other first, and of those that are patches. */
export const typeNames = ['EndpointSlice', 'EndpointSlicePatch', 'Endpoints', 'EndpointsPatch'] as const;
export const patchTypeNames = ['EndpointsPatch', 'EndpointSlicePatch'] as const;

/** The kinds of ours, and the API version of each. */
export const apiVersions = { Endpoints: 'v1', EndpointSlice: 'discovery.k8s.io/v1' } as const;

export type Kind = keyof typeof apiVersions;

/** Several objects of the kind. */
export const plurals = { Endpoints: 'Endpoints', EndpointSlice: 'EndpointSlices' } as const satisfies Record<
  Kind,
  string
>;

export const kinds = ['Endpoints', 'EndpointSlice'] as const satisfies readonly Kind[];

/** The kind of a resource: that of its type, also for a patch. */
export function kindOfType(type: string): Kind {
  return type.startsWith('EndpointSlice') ? 'EndpointSlice' : 'Endpoints';
}

/** The kind of the items of a list that says what they are; undefined for any other kind. */
export function listedKind(kind: string | undefined): Kind | undefined {
  return kinds.find((each) => kind === `${each}List`);
}

/** The kind that somebody means who writes so, in whatever case and with whatever mistakes. */
export function meantKind(written: string): Kind {
  return /slice/i.test(written) ? 'EndpointSlice' : 'Endpoints';
}

/** True for the twin of a kind that only changes an object: a patch of a program, or a part that kustomize merges. */
export function isPatchType(type: string): boolean {
  return patchTypeNames.some((name) => name === type);
}

/** The list of each kind that holds its addresses; server-side apply owns it as a whole. */
export const addressLists = { Endpoints: 'subsets', EndpointSlice: 'endpoints' } as const satisfies Record<
  Kind,
  string
>;

export const typeTokens = {
  Endpoints: 'kubernetes:core/v1:Endpoints',
  EndpointsPatch: 'kubernetes:core/v1:EndpointsPatch',
  EndpointSlice: 'kubernetes:discovery.k8s.io/v1:EndpointSlice',
  EndpointSlicePatch: 'kubernetes:discovery.k8s.io/v1:EndpointSlicePatch',
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
