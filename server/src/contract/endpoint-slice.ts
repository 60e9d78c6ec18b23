/** `EndpointSlice` (discovery.k8s.io/v1) and all types below it, as `pkg/apis/discovery` of Kubernetes defines them. */
import { EndpointAddress, EndpointPort, protocolChoices } from './endpoints.ts';
import { ObjectMeta } from './meta.ts';
import { patchOf } from './patch.ts';
import { atomicList, boolean, field, integer, mapOf, object, setOf, string } from './type.ts';

export const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
/** The default value of that label for hand-written slices. */
export const defaultManager = 'hand-written';
export const serviceNameLabel = 'kubernetes.io/service-name';
/** Names the ServiceImport of a slice that another cluster exports. */
export const multiClusterLabel = 'multicluster.kubernetes.io/service-name';
/** The manager names of the control plane: one for slices made from Pods, one for slices that mirror Endpoints. */
export const sliceController = 'endpointslice-controller.k8s.io';
export const mirroringController = 'endpointslicemirroring-controller.k8s.io';
export const sliceControllers = [sliceController, mirroringController] as const;

export const EndpointConditions = object(
  'EndpointConditions',
  'The state of the endpoint. An absent condition is unknown, and most consumers treat it as ready and serving.',
  {
    ready: field(
      boolean,
      'True if the endpoint accepts traffic. An absent value counts as ready. A terminating endpoint is not ready.',
      { whenEmpty: 'kept' },
    ),
    serving: field(
      boolean,
      'Like `ready`, but also true while a terminating endpoint still answers. An absent value equals `ready`.',
      { whenEmpty: 'kept' },
    ),
    terminating: field(boolean, 'True if the endpoint is terminating. An absent value counts as false.', {
      whenEmpty: 'kept',
    }),
  },
  { shape: ['ready'] },
);

export const ForZone = object('ForZone', 'A zone whose clients should use the endpoint.', {
  name: field(string({ format: 'label-value' }), 'The name of the zone.', { required: true, whenEmpty: 'written' }),
});

export const ForNode = object('ForNode', 'A node whose clients should use the endpoint.', {
  name: field(string({ format: 'dns-subdomain' }), 'The name of the node.', { required: true, whenEmpty: 'written' }),
});

/** TopologyAwareHints is on by default. */
const hintsSince = 24;

export const EndpointHints = object(
  'EndpointHints',
  'The clients that should use the endpoint. Proxies may use hints to keep traffic local; without hints, all clients use the endpoint.',
  {
    forZones: field(atomicList(ForZone), 'The zones that should use the endpoint: at most 8, each only once.', {
      storedSince: hintsSince,
    }),
    forNodes: field(atomicList(ForNode), 'The nodes that should use the endpoint: at most 8, each only once.', {
      since: 33,
      storedSince: 34,
    }),
  },
  { shape: ['forZones'] },
);

export const Endpoint = object(
  'Endpoint',
  'One endpoint behind the Service.',
  {
    addresses: field(
      setOf(string({ format: 'ip' })),
      'The addresses of the endpoint: 1 to 100, all of the address type of the slice. Consumers use only the first, so write a separate endpoint for each address.',
      { required: true, whenEmpty: 'written' },
    ),
    conditions: field(EndpointConditions, 'Whether the endpoint accepts traffic.', { whenEmpty: 'written' }),
    hostname: field(
      string({ format: 'dns-label' }),
      'A host name: with a headless Service, DNS answers `<hostname>.<service>.<namespace>.svc` with this address. Must not be empty.',
      { whenEmpty: 'kept' },
    ),
    nodeName: EndpointAddress.fields.nodeName,
    targetRef: EndpointAddress.fields.targetRef,
    zone: field(string(), 'The zone of the endpoint.', { whenEmpty: 'kept' }),
    hints: field(EndpointHints, 'The clients that should use the endpoint.', {
      whenEmpty: 'kept',
      storedSince: hintsSince,
    }),
    deprecatedTopology: field(
      mapOf(string()),
      'The location of the endpoint, by topology keys. The API server drops it from new and changed endpoints.',
      {
        deprecated: 'It only holds the `topology` of v1beta1. Use `nodeName` and `zone` instead.',
        storedSince: Infinity,
      },
    ),
  },
  { shape: ['addresses'] },
);

export const EndpointSlicePort = object(
  'EndpointSlicePort',
  'One port on every endpoint of the slice.',
  {
    name: field(
      string({ format: 'dns-label' }),
      'The name of the matching Service port: ports match by name and protocol, never by number. It must be unique within the slice; only one port may have no name.',
      { whenEmpty: 'written' },
    ),
    port: field(
      integer(32),
      'The port number on the endpoint, from 1 to 65535. The API server does not validate it. An absent number means all ports, which most consumers do not support.',
      { whenEmpty: 'kept' },
    ),
    protocol: field(string({ choices: protocolChoices }), 'The transport protocol.', {
      default: 'TCP',
      whenEmpty: 'written',
    }),
    appProtocol: EndpointPort.fields.appProtocol,
  },
  { structType: 'atomic', shape: ['name', 'port', 'protocol'] },
);

export const EndpointSlice = object(
  'EndpointSlice',
  'Some of the endpoints of a Service: endpoints of one address type with the same ports. The label `kubernetes.io/service-name` names the Service.',
  {
    apiVersion: field(
      string({
        choices: [{ value: 'discovery.k8s.io/v1', doc: 'The group of EndpointSlice, since Kubernetes 1.21.' }],
      }),
      'The API group and version. Together with `kind` it identifies the type of the object.',
    ),
    kind: field(
      string({ choices: [{ value: 'EndpointSlice', doc: 'This kind.' }] }),
      'The type of the object: some of the endpoints of a Service.',
    ),
    metadata: field(ObjectMeta, 'Name, namespace, labels and other object metadata.'),
    addressType: field(
      string({
        choices: [
          { value: 'IPv4', doc: 'The addresses are IPv4 addresses.' },
          { value: 'IPv6', doc: 'The addresses are IPv6 addresses, in canonical form (RFC 5952).' },
          { value: 'FQDN', doc: 'The addresses are fully qualified domain names. kube-proxy ignores such slices.' },
        ],
      }),
      'The type of all addresses of the slice. It cannot change later.',
      // A slice without it is invalid, so the API server never stores an empty value.
      { required: true, whenEmpty: 'kept' },
    ),
    endpoints: field(atomicList(Endpoint), 'The endpoints: at most 1,000.', { whenEmpty: 'written' }),
    ports: field(
      atomicList(EndpointSlicePort),
      'The ports of every endpoint, with unique names. A headless Service may have no ports.',
      { whenEmpty: 'written' },
    ),
    id: field(string(), 'The ID that the Pulumi provider assigns to the managed resource.', { output: true }),
  },
  { shape: ['addressType', 'endpoints', 'ports'] },
);

export const EndpointSlicePatch = patchOf(EndpointSlice);
