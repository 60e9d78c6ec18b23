/** `EndpointSlice` (discovery.k8s.io/v1) and all types below it, as `pkg/apis/discovery` of Kubernetes has them. */
import { EndpointAddress, EndpointPort, protocolChoices } from './endpoints.ts';
import { ObjectMeta } from './meta.ts';
import { patchOf } from './patch.ts';
import { atomicList, boolean, field, integer, mapOf, object, setOf, string } from './type.ts';

/** Who makes the slices of a Service: the label on each of them. */
export const managedByLabel = 'endpointslice.kubernetes.io/managed-by';
/** What that label says of slices that people write, where nobody has chosen another value. */
export const defaultManager = 'hand-written';
/** Which Service a slice belongs to: the label on each of them. */
export const serviceNameLabel = 'kubernetes.io/service-name';
/** The zone in the topology of old slices, which has a field of its own. */
export const zoneKey = 'topology.kubernetes.io/zone';
/** The names under which the control plane manages slices: those that it makes of Pods, and those that mirror Endpoints. */
export const sliceController = 'endpointslice-controller.k8s.io';
export const mirroringController = 'endpointslicemirroring-controller.k8s.io';
export const sliceControllers = [sliceController, mirroringController] as const;

const EndpointConditions = object(
  'EndpointConditions',
  'The state of the endpoint. What is left out is not known, and consumers mostly read that as ready and serving.',
  {
    ready: field(
      boolean,
      'True for an endpoint that takes traffic. Left out, it counts as ready. An endpoint that is terminating is not ready.',
      { whenEmpty: 'kept' },
    ),
    serving: field(
      boolean,
      'Like `ready`, but true also while the endpoint is terminating: it still answers. Left out, it is what `ready` says.',
      { whenEmpty: 'kept' },
    ),
    terminating: field(boolean, 'True for an endpoint that is about to go away. Left out, it is not.', {
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

export const EndpointHints = object(
  'EndpointHints',
  'For whom the endpoint is meant. Proxies may keep traffic near with it; without hints an endpoint is for everybody.',
  {
    forZones: field(atomicList(ForZone), 'The zones that should use the endpoint, at most 8, each once.'),
    forNodes: field(atomicList(ForNode), 'The nodes that should use the endpoint, at most 8, each once.', {
      since: 33,
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
      'The addresses of the endpoint, 1 to 100, all of the type of the slice. Consumers use the first; write an endpoint for each address.',
      { required: true, whenEmpty: 'written' },
    ),
    conditions: field(EndpointConditions, 'Whether the endpoint takes traffic.', { whenEmpty: 'written' }),
    hostname: field(
      string({ format: 'dns-label' }),
      'A host name: with a headless Service, DNS answers `<hostname>.<service>.<namespace>.svc` with this address. May not be empty.',
      { whenEmpty: 'kept' },
    ),
    nodeName: EndpointAddress.fields.nodeName,
    targetRef: EndpointAddress.fields.targetRef,
    zone: field(string(), 'The zone that the endpoint is in.', { whenEmpty: 'kept' }),
    hints: field(EndpointHints, 'For whom the endpoint is meant.', { whenEmpty: 'kept' }),
    deprecatedTopology: field(mapOf(string({ format: 'label-value' })), 'Where the endpoint is, by topology keys.', {
      deprecated: 'It only carries what v1beta1 called `topology`; write `nodeName` and `zone` instead.',
    }),
  },
  { shape: ['addresses'] },
);

export const EndpointSlicePort = object(
  'EndpointSlicePort',
  'One port on every endpoint of the slice.',
  {
    name: field(
      string({ format: 'dns-label' }),
      'The name of the Service port that this one answers: pairing goes by name and protocol, never by number. Unique within the slice; only one port may have none.',
      { whenEmpty: 'written' },
    ),
    port: field(
      integer(32),
      'The port number on the endpoint, 1 to 65535, which the server does not check. Left out, it means all ports, which most consumers do not understand.',
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
  'A part of the endpoints of one Service: endpoints of one address type that share their ports. The label `kubernetes.io/service-name` says which Service it belongs to.',
  {
    apiVersion: field(
      string({
        choices: [{ value: 'discovery.k8s.io/v1', doc: 'The group of EndpointSlice, since Kubernetes 1.21.' }],
      }),
      'The API group and version. Together with `kind` it says what the object is.',
    ),
    kind: field(
      string({ choices: [{ value: 'EndpointSlice', doc: 'This kind.' }] }),
      'What the object is: a part of the endpoints of one Service.',
    ),
    metadata: field(ObjectMeta, 'Name, namespace, labels and the rest of the object metadata.'),
    addressType: field(
      string({
        choices: [
          { value: 'IPv4', doc: 'The addresses are IPv4 addresses.' },
          { value: 'IPv6', doc: 'The addresses are IPv6 addresses, in canonical form (RFC 5952).' },
          { value: 'FQDN', doc: 'The addresses are fully qualified domain names. kube-proxy passes over such slices.' },
        ],
      }),
      'What all addresses of the slice are. It cannot be changed afterwards.',
      // Without it there is no slice, so that nothing is ever written in its place.
      { required: true, whenEmpty: 'kept' },
    ),
    endpoints: field(atomicList(Endpoint), 'The endpoints, at most 1,000.', { whenEmpty: 'written' }),
    ports: field(
      atomicList(EndpointSlicePort),
      'The ports on every endpoint, each name once; none for a headless Service without ports.',
      { whenEmpty: 'written' },
    ),
    id: field(string(), 'The ID that the Pulumi provider gives the managed resource.', { output: true }),
  },
  { shape: ['addressType', 'endpoints', 'ports'] },
);

export const EndpointSlicePatch = patchOf(EndpointSlice);
