/** Entry point of the contract: the object types, their kinds, API versions and type tokens. */
import { EndpointSlice, EndpointSlicePatch } from './endpoint-slice.ts';
import { Endpoints, EndpointsPatch } from './endpoints.ts';
import { PulumiResource } from './pulumi.ts';
import { Service } from './service.ts';
import type { ObjectType, Type } from './type.ts';
import { ownValue } from '../text/own-value.ts';

/** The types of a resource, by the name in `Resource.type`. */
const resourceTypes: { readonly [name: string]: ObjectType } = {
  Endpoints,
  EndpointsPatch,
  EndpointSlice,
  EndpointSlicePatch,
};

/** Undefined for any other kind. */
export function resourceType(name: string): ObjectType | undefined {
  return ownValue(resourceTypes, name);
}

/** The names of all types, EndpointSlice first because it replaces Endpoints, and the names of the patch types. */
export const typeNames = ['EndpointSlice', 'EndpointSlicePatch', 'Endpoints', 'EndpointsPatch'] as const;
export const patchTypeNames = ['EndpointsPatch', 'EndpointSlicePatch'] as const;

/** The checked kinds, and the API version of each. */
export const apiVersions = { Endpoints: 'v1', EndpointSlice: 'discovery.k8s.io/v1' } as const;

export type Kind = keyof typeof apiVersions;

export const plurals = { Endpoints: 'Endpoints', EndpointSlice: 'EndpointSlices' } as const satisfies Record<
  Kind,
  string
>;

export const kinds = ['Endpoints', 'EndpointSlice'] as const satisfies readonly Kind[];

/** The kind of a type; a patch type has the kind of the object that it changes. */
export function kindOfType(type: string): Kind {
  return type.startsWith('EndpointSlice') ? 'EndpointSlice' : 'Endpoints';
}

/** The item kind of `EndpointsList` and `EndpointSliceList`; undefined for any other kind. */
export function listedKind(kind: string | undefined): Kind | undefined {
  return kinds.find((each) => kind === `${each}List`);
}

/** The kind that a misspelled name most likely means. */
export function meantKind(written: string): Kind {
  return /slice/i.test(written) ? 'EndpointSlice' : 'Endpoints';
}

/** True for the patch type of a kind: a patch of a Pulumi program, or a part that kustomize merges. */
export function isPatchType(type: string): boolean {
  return patchTypeNames.some((name) => name === type);
}

/** The field of each kind that lists its addresses. In server-side apply, one field manager owns it as a whole. */
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

/** The type token of a Service, which is no checked kind. */
export const serviceToken = 'kubernetes:core/v1:Service';

/** The object type of that name: of a resource, a Service, what they contain, or a program; undefined where there is none. */
export function typeNamed(name: string): ObjectType | undefined {
  types ??= collect([...Object.values(resourceTypes), Service, PulumiResource], new Map());
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
