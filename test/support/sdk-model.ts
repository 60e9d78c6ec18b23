/** The input types of Pulumi's Kubernetes SDKs: names from test/data/programs/names.json, types from the contract. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resourceType } from '../../server/src/contract/contract.ts';
import { neighbourType } from '../../server/src/contract/neighbours.ts';
import { patchOf } from '../../server/src/contract/patch.ts';
import type { ObjectType, Type } from '../../server/src/contract/type.ts';
import { root } from './root.ts';

export type SdkModule = 'core' | 'discovery' | 'meta';

/** A type of inputs, without `Args`. */
export interface SdkType {
  readonly module: SdkModule;
  /** As the SDK calls it: `EndpointSubset`, `ObjectMetaPatch`. */
  readonly name: string;
  readonly isResource: boolean;
  readonly fields: readonly SdkField[];
}

export interface SdkField {
  /** The name of the contract. */
  readonly name: string;
  readonly names: Readonly<Record<'go' | 'csharp' | 'java', string>>;
  readonly isRequired: boolean;
  readonly shape: SdkShape;
}

export type SdkShape =
  | { readonly kind: 'object'; readonly type: Pick<SdkType, 'module' | 'name'> }
  | { readonly kind: 'list'; readonly item: SdkShape }
  | { readonly kind: 'map' | 'string' | 'integer' | 'boolean' | 'integer or string' | 'any' };

interface NamedField {
  readonly required: boolean;
  readonly go: string;
  readonly csharp: string;
  readonly java: string;
}

const { fields: known } = JSON.parse(readFileSync(join(root, 'test/data/programs/names.json'), 'utf8')) as {
  readonly fields: Readonly<Record<string, Readonly<Record<string, NamedField>>>>;
};

/** The resources that programs construct, and all types in them. */
export function sdkTypes(): readonly SdkType[] {
  const found = new Map<string, SdkType>();
  const service = neighbourType('Service');
  const resources = ['Endpoints', 'EndpointsPatch', 'EndpointSlice', 'EndpointSlicePatch'].flatMap(
    (name) => resourceType(name) ?? [],
  );
  for (const type of [...resources, service, patchOf(service)]) add(type, true, found);
  return [...found.values()];
}

function add(type: ObjectType, isResource: boolean, found: Map<string, SdkType>): Pick<SdkType, 'module' | 'name'> {
  const { module, name } = sdkName(type);
  const key = `${module}/${name}`;
  if (found.has(key)) return { module, name };
  found.set(key, { module, name, isResource, fields: [] });
  const plain = name.replace(/Patch$/, '');
  const written = known[`${module}/v1:${plain}`];
  const fields = Object.entries(type.fields)
    .filter(([field]) => !(isResource && field === 'status'))
    .map(([field, own]): SdkField => {
      const upper = field.charAt(0).toUpperCase() + field.slice(1);
      const names = written?.[field] ?? { go: upper, csharp: upper, java: field, required: own.required };
      const isRequired = names.required && !name.endsWith('Patch');
      return { name: field, names, isRequired, shape: shapeOf(own.type, found) };
    });
  found.set(key, { module, name, isResource, fields });
  return { module, name };
}

function shapeOf(type: Type, found: Map<string, SdkType>): SdkShape {
  switch (type.kind) {
    case 'object':
      return { kind: 'object', type: add(type, false, found) };
    case 'list':
      return { kind: 'list', item: shapeOf(type.item, found) };
    case 'map':
    case 'string':
    case 'integer':
    case 'boolean':
    case 'integer or string':
    case 'any':
      return { kind: type.kind };
  }
}

/** The contract calls the port of a slice EndpointSlicePort. */
function sdkName({ name }: ObjectType): Pick<SdkType, 'module' | 'name'> {
  const plain = name.replace(/Patch$/, '');
  const end = name.slice(plain.length);
  if (plain === 'EndpointSlicePort') return { module: 'discovery', name: `EndpointPort${end}` };
  if (/^(?:ObjectMeta|OwnerReference|ManagedFieldsEntry)$/.test(plain)) return { module: 'meta', name };
  const isSlice = /^(?:EndpointSlice|Endpoint|EndpointConditions|EndpointHints|ForZone|ForNode)$/.test(plain);
  return { module: isSlice ? 'discovery' : 'core', name };
}
