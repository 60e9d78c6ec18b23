/** `Service` (v1) and the types of its specification, as `pkg/apis/core` of Kubernetes 1.20 to 1.36 defines them. */
import { appProtocolSuggestions, protocolChoices } from './endpoints.ts';
import { ObjectMeta } from './meta.ts';
import { ServiceStatus } from './service-status.ts';
import {
  atomicList,
  boolean,
  field,
  integer,
  integerOrString,
  listByKey,
  mapOf,
  object,
  string,
  type Choice,
} from './type.ts';

/** With any value, kube-proxy ignores the Service: another proxy serves it. */
export const proxyLabel = 'service.kubernetes.io/service-proxy-name';
/** With any value, kube-proxy ignores the EndpointSlice. */
export const ignoredSliceLabel = 'service.kubernetes.io/headless';

const typeChoices: readonly Choice[] = [
  { value: 'ClusterIP', doc: 'Clients inside of the cluster use its cluster IP, or its endpoints if it is headless.' },
  { value: 'NodePort', doc: 'Like ClusterIP, and every node accepts traffic for it on its node ports.' },
  { value: 'LoadBalancer', doc: 'Like NodePort, and a load balancer outside of the cluster sends traffic to it.' },
  {
    value: 'ExternalName',
    doc: 'DNS answers with the name in `externalName`. Endpoints and EndpointSlices have no effect.',
  },
];

const familyChoices: readonly Choice[] = [
  { value: 'IPv4', doc: 'kube-proxy routes its IPv4 cluster IP to the IPv4 addresses of the endpoints.' },
  { value: 'IPv6', doc: 'kube-proxy routes its IPv6 cluster IP to the IPv6 addresses of the endpoints.' },
];

const familyPolicyChoices: readonly Choice[] = [
  { value: 'SingleStack', doc: 'One IP family: the first of `ipFamilies`, or the first of the cluster.' },
  { value: 'PreferDualStack', doc: 'Two IP families on a dual-stack cluster, one on any other cluster.' },
  {
    value: 'RequireDualStack',
    doc: 'Two IP families. A cluster with one family rejects the Service, unless it is headless.',
  },
];

const internalPolicyChoices: readonly Choice[] = [
  { value: 'Cluster', doc: 'Traffic goes to all endpoints.' },
  {
    value: 'Local',
    doc: 'Traffic goes only to endpoints on the node of the client: those whose `nodeName` is that node. Others are dropped.',
  },
];

const externalPolicyChoices: readonly Choice[] = [
  { value: 'Cluster', doc: 'Traffic goes to all endpoints. They may see the address of a node instead of the client.' },
  {
    value: 'Local',
    doc: 'Traffic goes only to endpoints on the node that received it: those whose `nodeName` is that node. They see the address of the client.',
  },
];

const affinityChoices: readonly Choice[] = [
  { value: 'None', doc: 'Each connection may go to another endpoint.' },
  { value: 'ClientIP', doc: 'Connections from one client address go to the same endpoint.' },
];

/** PreferSameTrafficDistribution is on by default since 1.34. */
const sameTrafficSince = 34;

const distributionChoices: readonly Choice[] = [
  { value: 'PreferSameZone', doc: 'Prefer endpoints in the zone of the client.', since: sameTrafficSince },
  { value: 'PreferSameNode', doc: 'Prefer endpoints on the node of the client.', since: sameTrafficSince },
  { value: 'PreferClose', doc: 'The older name of PreferSameZone.' },
];

export const ServicePort = object(
  'ServicePort',
  'A port that the Service offers. The endpoint port with the same name and protocol is its backend.',
  {
    name: field(
      string({ format: 'dns-label' }),
      'The name, which must equal the name of the endpoint port behind it: ports match by name and protocol, never by number. Required if the Service has more than one port. Names are unique.',
    ),
    port: field(
      integer(32),
      'The port that clients use, from 1 to 65535. It may differ from the port of the endpoints.',
      {
        required: true,
        whenEmpty: 'written',
      },
    ),
    protocol: field(
      string({ choices: protocolChoices }),
      'The transport protocol. It must equal the protocol of the endpoint port.',
      { default: 'TCP' },
    ),
    appProtocol: field(
      string({ format: 'qualified-name', suggestions: appProtocolSuggestions }),
      'The application protocol, a hint for ingress controllers and service meshes. The mirrored EndpointSlices take theirs from the endpoint port, not from here.',
      { whenEmpty: 'kept' },
    ),
    targetPort: field(
      integerOrString,
      'The port of the selected Pods: a number, or the name of a container port. It has no effect if the endpoints are written by hand: kube-proxy uses the number of the endpoint port. An absent value means the number in `port`.',
    ),
    nodePort: field(
      integer(32),
      'The port on every node, for the types NodePort and LoadBalancer. An absent value is assigned from the range of the cluster, usually 30000 to 32767.',
    ),
  },
  { shape: ['name', 'port'] },
);

const ClientIPConfig = object('ClientIPConfig', 'How long a client stays with an endpoint.', {
  timeoutSeconds: field(integer(32), 'The seconds after its last connection for which a client stays: 1 to 86400.', {
    default: '10800',
    whenEmpty: 'kept',
  }),
});

export const SessionAffinityConfig = object('SessionAffinityConfig', 'The settings of the session affinity.', {
  clientIP: field(ClientIPConfig, 'The settings of the affinity `ClientIP`.', { whenEmpty: 'kept' }),
});

export const ServiceSpec = object(
  'ServiceSpec',
  'What the Service offers, and how. Without a selector, its endpoints are written by hand.',
  {
    type: field(
      string({ choices: typeChoices }),
      'How clients reach the Service. A Service of type ExternalName uses no endpoints.',
      { default: 'ClusterIP' },
    ),
    selector: field(
      mapOf(string({ format: 'label-value' })),
      'Selects Pods. With a selector, the control plane overwrites the Endpoints of this name and adds its own EndpointSlices. Omit it if the endpoints are written by hand. Ignored for the type ExternalName.',
    ),
    ports: field(
      listByKey(ServicePort, 'port', 'protocol'),
      'The ports that the Service offers, unique by port and protocol. Required unless the Service is headless or of type ExternalName.',
    ),
    clusterIP: field(
      string({
        suggestions: [
          {
            value: 'None',
            doc: 'Headless: no cluster IP. DNS answers with the ready addresses, and kube-proxy ignores the Service.',
          },
        ],
      }),
      'The virtual address, in a range of the cluster. The API server assigns an absent one. With `None` the Service is headless: DNS answers with the ready addresses of the endpoints. It cannot change later.',
    ),
    clusterIPs: field(
      atomicList(string({ suggestions: [{ value: 'None', doc: 'Headless: no cluster IP.' }] })),
      'The cluster IPs: at most two, of different IP families. The first one equals `clusterIP`.',
    ),
    ipFamilies: field(
      atomicList(string({ choices: familyChoices })),
      'The IP families of the Service: at most two, each once. kube-proxy ignores endpoint addresses of another family. The first one cannot change later.',
      { since: 20, storedSince: 21 },
    ),
    ipFamilyPolicy: field(
      string({ choices: familyPolicyChoices }),
      'Whether the Service has one IP family or two. Without a selector, an absent value means RequireDualStack for a headless Service.',
      { default: 'SingleStack', whenEmpty: 'kept', since: 20, storedSince: 21 },
    ),
    internalTrafficPolicy: field(
      string({ choices: internalPolicyChoices }),
      'Which endpoints get traffic from inside of the cluster. With `Local`, hand-written endpoints need a `nodeName`.',
      { default: 'Cluster', whenEmpty: 'kept', since: 21, storedSince: 22 },
    ),
    externalTrafficPolicy: field(
      string({ choices: externalPolicyChoices }),
      'Which endpoints get traffic that arrives at node ports, load balancers and external IPs. With `Local`, hand-written endpoints need a `nodeName`.',
      { default: 'Cluster' },
    ),
    trafficDistribution: field(
      string({ choices: distributionChoices }),
      'Which endpoints a client should prefer. The control plane writes it into the hints of its own EndpointSlices; hand-written slices need `hints` of their own for kube-proxy.',
      { whenEmpty: 'kept', since: 30, storedSince: 31 },
    ),
    sessionAffinity: field(
      string({ choices: affinityChoices }),
      'Whether a client stays with one endpoint. kube-proxy applies it to hand-written endpoints as well.',
      { default: 'None' },
    ),
    sessionAffinityConfig: field(
      SessionAffinityConfig,
      'The settings of the session affinity. The API server drops it if `sessionAffinity` is None.',
      { whenEmpty: 'kept' },
    ),
    publishNotReadyAddresses: field(
      boolean,
      'Whether endpoints that are not ready count as ready. Only the control plane reads it, for Pods: hand-written addresses that are not ready get no traffic and no DNS record. List them as ready instead.',
    ),
    externalIPs: field(
      atomicList(string({ format: 'ip' })),
      'Addresses on which nodes accept traffic for the Service, without the help of Kubernetes. They are no endpoints.',
    ),
    externalName: field(
      string(),
      'The DNS name with which DNS answers for a Service of type ExternalName. An IP address does not work: it is read as a name.',
    ),
    loadBalancerClass: field(
      string({ format: 'qualified-name' }),
      'The implementation of the load balancer, such as `example.com/internal-vip`. Only for the type LoadBalancer. It cannot change later.',
      { whenEmpty: 'kept', since: 21, storedSince: 22 },
    ),
    loadBalancerIP: field(string(), 'The address that the load balancer should get. Many implementations ignore it.', {
      deprecated: 'Its meaning depends on the implementation. Use the annotations of the implementation instead.',
    }),
    loadBalancerSourceRanges: field(
      atomicList(string()),
      'The networks whose clients may use the load balancer, such as `192.0.2.0/24`. Only for the type LoadBalancer.',
    ),
    allocateLoadBalancerNodePorts: field(
      boolean,
      'Whether a Service of type LoadBalancer gets node ports. Only for that type.',
      { default: 'true', whenEmpty: 'kept', since: 20, storedSince: 22 },
    ),
    healthCheckNodePort: field(
      integer(32),
      'The port on every node that tells a load balancer whether the node has endpoints. Only for the type LoadBalancer with `externalTrafficPolicy: Local`. It cannot change later.',
    ),
    topologyKeys: field(atomicList(string()), 'The labels of nodes by which endpoints were preferred.', {
      deprecated: 'It never left its alpha version. Use `trafficDistribution` instead.',
      storedSince: Infinity,
      until: 22,
    }),
  },
  { shape: ['ports'] },
);

export const Service = object(
  'Service',
  'A name and ports in front of endpoints. Without a selector, its Endpoints or EndpointSlices are written by hand: Endpoints have its name, EndpointSlices name it in the label `kubernetes.io/service-name`.',
  {
    apiVersion: field(
      string({ choices: [{ value: 'v1', doc: 'The only version of the core group.' }] }),
      'The API group and version: `v1`, the core group.',
    ),
    kind: field(
      string({ choices: [{ value: 'Service', doc: 'This kind.' }] }),
      'The type of the object: a name and ports in front of endpoints.',
    ),
    metadata: field(ObjectMeta, 'Name, namespace, labels and other object metadata.'),
    spec: field(ServiceSpec, 'What the Service offers, and how.'),
    status: field(ServiceStatus, 'The state of the Service, such as the addresses of its load balancer.', {
      readOnly: true,
      whenEmpty: 'written',
    }),
    id: field(string(), 'The ID that the Pulumi provider assigns to the managed resource.', { output: true }),
  },
  { shape: ['spec'] },
);
