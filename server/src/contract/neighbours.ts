/** The kinds beside ours, as far as relations need them: their fields are described, and never checked. */
import { EndpointSlice } from './endpoint-slice.ts';
import { ObjectMeta } from './meta.ts';
import { Service } from './service.ts';
import { any, field, mapOf, object, string } from './type.ts';
import type { ObjectType } from './type.ts';

const apiVersion = field(string(), 'The API version.');
const kind = field(string(), 'The kind.');
const metadata = field(ObjectMeta, 'The object metadata.');

const ConfigMap = object(
  'ConfigMap',
  'Configuration as text.',
  { apiVersion, kind, metadata, data: field(mapOf(string()), 'Texts by name.') },
  { isOpen: true },
);

const NamedObject = object(
  'Object',
  'An object that something refers to.',
  { apiVersion, kind, metadata, spec: field(any, 'What is asked for.') },
  { isOpen: true },
);

const known: { readonly [kind: string]: ObjectType } = { Service, EndpointSlice, ConfigMap };

/** What is known of a kind that is not ours; of most, that it has a name. */
export function neighbourType(name: string): ObjectType {
  return (Object.hasOwn(known, name) && known[name]) || NamedObject;
}
