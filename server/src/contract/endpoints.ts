/** `Endpoints` (v1) and all types below it, as contract.md sections 2.1 to 2.8 describe them. */
import { ObjectMeta } from './meta.ts';
import { patchOf } from './patch.ts';
import { atomicList, field, integer, object, string, type Choice } from './type.ts';

/** The annotations that the endpoints controller writes. */
export const changeTimeAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';
export const overCapacityAnnotation = 'endpoints.kubernetes.io/over-capacity';
/** The label with which the endpoints controller marks its own objects. */
export const endpointsManagerLabel = 'endpoints.kubernetes.io/managed-by';

export const protocolChoices: readonly Choice[] = [
  { value: 'TCP', doc: 'Transmission Control Protocol. An empty protocol means TCP.' },
  { value: 'UDP', doc: 'User Datagram Protocol.' },
  { value: 'SCTP', doc: 'Stream Control Transmission Protocol; the network plugin must support it.' },
];

export const appProtocolSuggestions: readonly Choice[] = [
  { value: 'kubernetes.io/h2c', doc: 'HTTP/2 over cleartext with prior knowledge (RFC 9113).' },
  { value: 'kubernetes.io/ws', doc: 'WebSocket over cleartext (RFC 6455).' },
  { value: 'kubernetes.io/wss', doc: 'WebSocket over TLS (RFC 6455).' },
];

export const ObjectReference = object(
  'ObjectReference',
  'The object behind an address, usually a Pod. The API server does not validate it.',
  {
    apiVersion: field(string({ format: 'api-version' }), 'API version of the referent.'),
    kind: field(
      string({ suggestions: [{ value: 'Pod', doc: 'The kind that the control plane refers to.' }] }),
      'Kind of the referent, such as `Pod`.',
    ),
    name: field(string(), 'Name of the referent.'),
    namespace: field(string(), 'Namespace of the referent.'),
    uid: field(string(), 'UID of the referent.'),
    resourceVersion: field(string(), 'The resourceVersion of the referent, if a specific one is referred to.'),
    fieldPath: field(
      string({ format: 'field-path' }),
      'The part of the referent, as a field access such as `spec.containers{name}` or `spec.containers[2]`.',
    ),
  },
  { structType: 'atomic', shape: ['kind', 'name'] },
);

export const EndpointAddress = object(
  'EndpointAddress',
  'One IP address behind the Service.',
  {
    ip: field(
      string({ format: 'ip' }),
      'An IPv4 or IPv6 address that other machines can reach: not unspecified, loopback (127.0.0.0/8, ::1), link-local (169.254.0.0/16, fe80::/10) or link-local multicast (224.0.0.0/24, ff02::/16).',
      { required: true, whenEmpty: 'written' },
    ),
    hostname: field(
      string({ format: 'dns-label' }),
      'A host name: with a headless Service, DNS answers `<hostname>.<service>.<namespace>.svc` with this address.',
    ),
    nodeName: field(
      string({ format: 'dns-subdomain' }),
      'The node that hosts the endpoint. Consumers can use it to prefer endpoints on their own node.',
      { whenEmpty: 'kept' },
    ),
    targetRef: field(ObjectReference, 'The object that provides the endpoint.', { whenEmpty: 'kept' }),
  },
  { structType: 'atomic' },
);

export const EndpointPort = object(
  'EndpointPort',
  'One port on every address of the subset.',
  {
    name: field(
      string({ format: 'dns-label' }),
      'The name of the matching Service port: ports match by name and protocol, never by number. Required if the subset has more than one port.',
    ),
    port: field(integer(32), 'The port number on the endpoint, from 1 to 65535.', {
      required: true,
      whenEmpty: 'written',
    }),
    protocol: field(string({ choices: protocolChoices }), 'The transport protocol.', { default: 'TCP' }),
    appProtocol: field(
      string({ format: 'qualified-name', suggestions: appProtocolSuggestions }),
      'The application protocol of the port, a hint for load balancers and service meshes: an IANA service name (RFC 6335) without a prefix, one of the `kubernetes.io/` names, or `<domain>/<protocol>` for any other protocol.',
      { whenEmpty: 'kept' },
    ),
  },
  { structType: 'atomic', shape: ['name', 'port', 'protocol'] },
);

export const EndpointSubset = object(
  'EndpointSubset',
  'Addresses that share ports: every address serves every port. List an address in several subsets if it is ready on only some of its ports.',
  {
    addresses: field(atomicList(EndpointAddress), 'The ready addresses: load balancers and clients may use them.'),
    notReadyAddresses: field(
      atomicList(EndpointAddress),
      'The addresses that are not ready: they are still starting, or fail their readiness or liveness check. They receive no traffic.',
    ),
    ports: field(atomicList(EndpointPort), 'The ports of these addresses. A headless Service may have no ports.'),
  },
  { shape: ['addresses', 'ports'] },
);

export const Endpoints = object(
  'Endpoints',
  'The network addresses behind the Service with the same name: the union of all subsets. Deprecated since Kubernetes 1.33; use EndpointSlice.',
  {
    apiVersion: field(
      string({ choices: [{ value: 'v1', doc: 'The only version of the core group.' }] }),
      'The API group and version. Together with `kind` it identifies the type of the object: `Endpoints` belongs to `v1`, the core group.',
    ),
    kind: field(
      string({ choices: [{ value: 'Endpoints', doc: 'This kind.' }] }),
      'The type of the object: `Endpoints` in `v1` lists the addresses behind one Service. Deprecated since Kubernetes 1.33; use `EndpointSlice` in `discovery.k8s.io/v1`.',
    ),
    metadata: field(ObjectMeta, 'Name, namespace, labels and other object metadata.'),
    subsets: field(
      atomicList(EndpointSubset),
      'Groups of addresses with their ports. The endpoints are the union of all groups.',
    ),
    id: field(string(), 'The ID that the Pulumi provider assigns to the managed resource.', { output: true }),
  },
);

export const EndpointsPatch = patchOf(Endpoints);
