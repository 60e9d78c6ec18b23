/** Types of other kinds that relations need, such as Service and ConfigMap. Their fields are described, but not checked. */
import { EndpointSlice } from './endpoint-slice.ts';
import { ObjectMeta } from './meta.ts';
import { Service } from './service.ts';
import { any, field, mapOf, object, string, type ObjectType } from './type.ts';
import { ownValue } from '../text/own-value.ts';

const apiVersion = field(string(), 'The API version.');
const kind = field(string(), 'The kind.');
const metadata = field(ObjectMeta, 'The object metadata.');

const ConfigMap = object(
  'ConfigMap',
  'Configuration data as text.',
  { apiVersion, kind, metadata, data: field(mapOf(string()), 'The values, by key.') },
  { isOpen: true },
);

const NamedObject = object(
  'Object',
  'An object that another object refers to.',
  { apiVersion, kind, metadata, spec: field(any, 'The desired state.') },
  { isOpen: true },
);

const known: { readonly [kind: string]: ObjectType } = { Service, EndpointSlice, ConfigMap };

/** The type of a kind that is not checked. For most kinds it has only a name. */
export function neighbourType(name: string): ObjectType {
  return ownValue(known, name) ?? NamedObject;
}
