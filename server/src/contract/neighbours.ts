/** The kinds beside ours, as far as relations need them: their fields are described, and never checked. */
import { ObjectReference } from './endpoints.ts';
import { ObjectMeta } from './meta.ts';
import { Service } from './service.ts';
import { any, atomicList, field, integer, listByKey, mapOf, object, string } from './type.ts';
import type { ObjectType } from './type.ts';

const apiVersion = field(string(), 'The API version.');
const kind = field(string(), 'The kind.');
const metadata = field(ObjectMeta, 'The object metadata.');

const SlicePort = object(
  'EndpointSlicePort',
  'A port of all endpoints of the slice.',
  {
    name: field(string(), 'The Service port that it answers; empty for the only one.'),
    port: field(integer(32), 'The port number.'),
    protocol: field(string(), 'The transport protocol.', { default: 'TCP' }),
  },
  { isOpen: true },
);

const SliceEndpoint = object(
  'SliceEndpoint',
  'Addresses of one endpoint.',
  {
    nodeName: field(string(), 'The node that hosts the endpoint.'),
    targetRef: field(ObjectReference, 'The object that provides the endpoint.'),
  },
  { isOpen: true },
);

const EndpointSlice = object(
  'EndpointSlice',
  'A part of the endpoints of a Service.',
  {
    apiVersion,
    kind,
    metadata,
    addressType: field(string(), 'What the addresses are: `IPv4`, `IPv6` or `FQDN`.'),
    endpoints: field(atomicList(SliceEndpoint), 'The endpoints.'),
    ports: field(listByKey(SlicePort, 'name'), 'The ports of all endpoints.'),
  },
  { isOpen: true },
);

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
