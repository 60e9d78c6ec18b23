/** The classes of the Kubernetes SDKs that stand for types of the contract, with their names in each language. */
import type { CodeLanguage } from '../../tree/document.ts';
import { capitalized } from '../../text/quote.ts';
import type { ObjectType, Type } from '../../contract/type.ts';

/** A group of the API in its only version: `v1`. */
export type SdkGroup = 'core' | 'discovery' | 'meta';

export interface SdkClass {
  readonly group: SdkGroup;
  /** As in the SDK, without an ending such as `Args`: `EndpointSubset`. */
  readonly name: string;
}

const groups: ReadonlyMap<string, SdkGroup> = new Map([
  ...groupOf('core', 'Endpoints EndpointSubset EndpointAddress EndpointPort ObjectReference'),
  ...groupOf('core', 'Service ServiceSpec ServicePort SessionAffinityConfig ClientIPConfig'),
  ...groupOf('discovery', 'EndpointSlice Endpoint EndpointConditions EndpointHints ForZone ForNode EndpointSlicePort'),
  ...groupOf('meta', 'ObjectMeta OwnerReference ManagedFieldsEntry'),
]);

function groupOf(group: SdkGroup, names: string): [string, SdkGroup][] {
  return names.split(' ').map((name) => [name, group]);
}

/** Undefined for a type that is written in no program, such as the status of a Service. */
export function sdkClass(type: Type | undefined): SdkClass | undefined {
  if (type?.kind !== 'object') return undefined;
  const plain = type.name.replace(/Patch$/, '');
  const group = groups.get(plain);
  // The contract tells the ports of the two kinds apart by name, the SDK by group.
  return group && { group, name: type.name.replace('EndpointSlicePort', 'EndpointPort') };
}

/** The type of a field, an item or a map's value; undefined where the contract says nothing. */
export function innerType(type: Type | undefined, step: string | number): Type | undefined {
  if (type?.kind === 'list') return type.item;
  if (type?.kind === 'map') return type.value;
  return type?.kind === 'object' && typeof step === 'string' ? fieldType(type, step) : undefined;
}

function fieldType({ fields }: ObjectType, name: string): Type | undefined {
  return Object.hasOwn(fields, name) ? fields[name]?.type : undefined;
}

/** The path of a class whose constructor makes a resource, as the readers of programs resolve names. */
export function resourcePath({ group, name }: SdkClass, language: CodeLanguage): string {
  switch (language) {
    case 'typescript':
    case 'javascript':
      return `@pulumi/kubernetes.${group}.v1.${name}`;
    case 'python':
      return `pulumi_kubernetes.${group}.v1.${name}`;
    case 'go':
      return `kubernetes/${group}/v1.New${name}`;
    case 'csharp':
      return `Pulumi.Kubernetes.${capitalized(group)}.V1.${name}`;
    case 'java':
      return `com.pulumi.kubernetes.${group}.v1.${name}`;
  }
}

/** The path of the class of a resource's arguments, or of an object in them; `ending` is `Args`, or `Array` for Go's lists. */
export function inputPath({ group, name }: SdkClass, language: CodeLanguage, ending: 'Args' | 'Array'): string {
  const isResource = /^(?:Endpoints|EndpointSlice|Service)(?:Patch)?$/.test(name);
  switch (language) {
    case 'typescript':
    case 'javascript':
      return `@pulumi/kubernetes.types.input.${group}.v1.${name}`;
    case 'python':
      // A resource and a part of a list have the same name there.
      return `pulumi_kubernetes.${group}.v1.${name}${isResource && !name.endsWith('Patch') ? 'Init' : ''}${ending}`;
    case 'go':
      return `kubernetes/${group}/v1.${name}${ending}`;
    case 'csharp':
      return `Pulumi.Kubernetes.Types.Inputs.${capitalized(group)}.V1.${name}${ending}`;
    case 'java':
      return `com.pulumi.kubernetes.${group}.v1.${isResource ? '' : 'inputs.'}${name}${ending}`;
  }
}
