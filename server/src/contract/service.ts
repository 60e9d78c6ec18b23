/** `Service` (v1): the fields that are needed to match it with its Endpoints. Other fields are allowed. */
import { ObjectMeta } from './meta.ts';
import { any, atomicList, boolean, field, integer, listByKey, mapOf, object, string } from './type.ts';

/** With any value, kube-proxy ignores the Service: another proxy serves it. */
export const proxyLabel = 'service.kubernetes.io/service-proxy-name';
/** With any value, kube-proxy ignores the EndpointSlice. */
export const ignoredSliceLabel = 'service.kubernetes.io/headless';

const ServicePort = object(
  'ServicePort',
  'A port that the Service offers.',
  {
    name: field(
      string({ format: 'dns-label' }),
      'The name. The endpoint port with the same name and protocol is its backend.',
    ),
    port: field(integer(32), 'The port that clients use.', { required: true }),
    protocol: field(string(), 'The transport protocol.', { default: 'TCP' }),
    appProtocol: field(string({ format: 'qualified-name' }), 'The application protocol of the port.'),
    targetPort: field(any, 'The port on the selected Pods. It has no effect if the Endpoints are written by hand.'),
  },
  { isOpen: true },
);

const ServiceSpec = object(
  'ServiceSpec',
  'The specification of the Service.',
  {
    type: field(string(), 'How the Service is exposed. A Service of type ExternalName uses no endpoints.', {
      default: 'ClusterIP',
    }),
    selector: field(
      mapOf(string()),
      'Selects Pods. With a selector, the endpoints controller overwrites the Endpoints.',
    ),
    ports: field(listByKey(ServicePort, 'port', 'protocol'), 'The ports that the Service offers.'),
    clusterIP: field(string(), '`None` makes the Service headless.'),
    clusterIPs: field(atomicList(string()), 'The cluster IPs, one for each IP family.'),
    ipFamilies: field(atomicList(string()), 'The IP families that the Service serves.'),
    ipFamilyPolicy: field(string(), 'Whether the Service serves one IP family or two.', { default: 'SingleStack' }),
    internalTrafficPolicy: field(
      string(),
      'Whether traffic from inside of the cluster goes to all endpoints (`Cluster`), or only to those on the same node (`Local`).',
      { default: 'Cluster' },
    ),
    externalTrafficPolicy: field(
      string(),
      'The same for traffic from outside of the cluster: node ports, load balancers and external IPs.',
      { default: 'Cluster' },
    ),
    allocateLoadBalancerNodePorts: field(
      boolean,
      'Whether a Service of type LoadBalancer gets node ports. The default is true.',
    ),
    externalIPs: field(
      atomicList(string()),
      'IP addresses outside of the cluster on which nodes accept traffic for the Service.',
    ),
    externalName: field(string(), 'The DNS name to which an ExternalName Service resolves.'),
  },
  { isOpen: true },
);

export const Service = object(
  'Service',
  'A name and ports in front of endpoints. Without a selector, its Endpoints are written by hand.',
  {
    apiVersion: field(string(), 'The API version: `v1`.'),
    kind: field(string(), 'The kind: `Service`.'),
    metadata: field(ObjectMeta, 'The object metadata.'),
    spec: field(ServiceSpec, 'The specification of the Service.'),
  },
  { isOpen: true },
);
