/** `Service` (v1): only what pairing it with an Endpoints needs. Other fields are not unknown, just not described. */
import { ObjectMeta } from './meta.ts';
import { any, atomicList, field, integer, listByKey, mapOf, object, string } from './type.ts';

const ServicePort = object(
  'ServicePort',
  'A port that the Service offers.',
  {
    name: field(string({ format: 'dns-label' }), 'The endpoint port of the same name and protocol answers it.'),
    port: field(integer(32), 'The port that clients use.', { required: true }),
    protocol: field(string(), 'The transport protocol.', { default: 'TCP' }),
    appProtocol: field(string({ format: 'qualified-name' }), 'What is spoken on the port.'),
    targetPort: field(any, 'The port on selected Pods; without effect where Endpoints are written by hand.'),
  },
  { isOpen: true },
);

const ServiceSpec = object(
  'ServiceSpec',
  'What the Service offers.',
  {
    type: field(string(), 'How the Service is exposed; an ExternalName uses no endpoints.', { default: 'ClusterIP' }),
    selector: field(mapOf(string()), 'Selects Pods. With a selector the control plane overwrites the Endpoints.'),
    ports: field(listByKey(ServicePort, 'port', 'protocol'), 'The ports that the Service offers.'),
    clusterIP: field(string(), '`None` makes the Service headless.'),
    clusterIPs: field(atomicList(string()), 'The cluster addresses, one for each IP family.'),
    ipFamilies: field(atomicList(string()), 'The IP families that the Service serves.'),
    ipFamilyPolicy: field(string(), 'Whether the Service serves one IP family or two.', { default: 'SingleStack' }),
    externalName: field(string(), 'The DNS name that an ExternalName Service stands for.'),
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
    spec: field(ServiceSpec, 'What the Service offers.'),
  },
  { isOpen: true },
);
