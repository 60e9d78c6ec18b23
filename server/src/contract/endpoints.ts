/** `Endpoints` (v1) and all types below it, as contract.md sections 2.1 to 2.8 describe them. */
import { ObjectMeta } from './meta.ts';
import { patchOf } from './patch.ts';
import { atomicList, field, integer, object, string } from './type.ts';
import type { Choice } from './type.ts';

/** The annotations that the endpoints controller writes. */
export const changeTimeAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';
export const overCapacityAnnotation = 'endpoints.kubernetes.io/over-capacity';
/** The label by which the endpoints controller says that an object is its own. */
export const endpointsManagerLabel = 'endpoints.kubernetes.io/managed-by';

export const protocolChoices: readonly Choice[] = [
  { value: 'TCP', doc: 'Transmission Control Protocol; what an empty protocol means.' },
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
  'The object behind an address, usually a Pod. The server checks nothing in it.',
  {
    apiVersion: field(string({ format: 'api-version' }), 'API version of the referent.'),
    kind: field(
      string({ suggestions: [{ value: 'Pod', doc: 'What the control plane refers to.' }] }),
      'Kind of the referent, such as `Pod`.',
    ),
    name: field(string(), 'Name of the referent.'),
    namespace: field(string(), 'Namespace of the referent.'),
    uid: field(string(), 'UID of the referent.'),
    resourceVersion: field(string(), 'The version of the referent that was looked at, if one was.'),
    fieldPath: field(
      string({ format: 'field-path' }),
      'The part of the referent that is meant, as a field access: `spec.containers{name}` or `spec.containers[2]`.',
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
      'The node that hosts the endpoint; it lets consumers prefer endpoints on their own node.',
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
      'The name of the Service port that this one answers: pairing goes by name and protocol, never by number. May be left out only where the subset has one port.',
    ),
    port: field(integer(32), 'The port number on the endpoint, 1 to 65535.', { required: true, whenEmpty: 'written' }),
    protocol: field(string({ choices: protocolChoices }), 'The transport protocol.', { default: 'TCP' }),
    appProtocol: field(
      string({ format: 'qualified-name', suggestions: appProtocolSuggestions }),
      'What is spoken on the port, a hint for load balancers and meshes: an IANA service name (RFC 6335) without prefix, one of the `kubernetes.io/` names, or `<domain>/<protocol>` for everything else.',
      { whenEmpty: 'kept' },
    ),
  },
  { structType: 'atomic', shape: ['name', 'port', 'protocol'] },
);

export const EndpointSubset = object(
  'EndpointSubset',
  'Addresses that share ports: every address offers every port. An address that is ready on some ports only stands in several subsets.',
  {
    addresses: field(atomicList(EndpointAddress), 'Addresses that are ready: load balancers and clients may use them.'),
    notReadyAddresses: field(
      atomicList(EndpointAddress),
      'Addresses that are not ready: still starting, or failing their readiness or liveness check. No traffic goes there.',
    ),
    ports: field(atomicList(EndpointPort), 'The ports on these addresses; none for a headless Service without ports.'),
  },
  { shape: ['addresses', 'ports'] },
);

export const Endpoints = object(
  'Endpoints',
  'The network addresses behind the Service of the same name. The whole set is the union of all subsets. Deprecated since Kubernetes 1.33 in favour of EndpointSlice.',
  {
    apiVersion: field(
      string({ choices: [{ value: 'v1', doc: 'The core group, in its only version.' }] }),
      'The API group and version. Together with `kind` it says what the object is: `Endpoints` stands in `v1`, the core group.',
    ),
    kind: field(
      string({ choices: [{ value: 'Endpoints', doc: 'This kind.' }] }),
      'What the object is: `v1` and `Endpoints` together are the addresses behind one Service. Deprecated since Kubernetes 1.33 in favour of `EndpointSlice` in `discovery.k8s.io/v1`.',
    ),
    metadata: field(ObjectMeta, 'Name, namespace, labels and the rest of the object metadata.'),
    subsets: field(
      atomicList(EndpointSubset),
      'Groups of addresses with their ports; the endpoints are the union of all groups.',
    ),
    id: field(string(), 'The ID that the Pulumi provider gives the managed resource.', { output: true }),
  },
);

export const EndpointsPatch = patchOf(Endpoints);
