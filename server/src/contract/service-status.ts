/** The status of a `Service` (v1). The API server discards the status of a request to the object itself. */
import { atomicList, field, integer, listByKey, object, string } from './type.ts';

const PortStatus = object('PortStatus', 'The state of one port of the load balancer.', {
  port: field(integer(32), 'The number of the Service port.', { required: true }),
  protocol: field(string(), 'The protocol of the Service port.', { required: true }),
  error: field(string(), 'Why the load balancer does not serve the port.'),
});

const LoadBalancerIngress = object('LoadBalancerIngress', 'An address of the load balancer.', {
  ip: field(string(), 'The IP address.'),
  hostname: field(string(), 'The DNS name.'),
  ipMode: field(string(), 'Whether nodes handle traffic to the address themselves (`VIP`) or send it out (`Proxy`).', {
    since: 29,
  }),
  ports: field(atomicList(PortStatus), 'The state of its ports.'),
});

const LoadBalancerStatus = object('LoadBalancerStatus', 'The state of the load balancer.', {
  ingress: field(atomicList(LoadBalancerIngress), 'The addresses at which clients reach the load balancer.'),
});

const Condition = object('Condition', 'One aspect of the state of the Service.', {
  type: field(string(), 'The aspect.', { required: true }),
  status: field(string(), '`True`, `False` or `Unknown`.', { required: true }),
  observedGeneration: field(integer(64), 'The generation of the object for which it was set.'),
  lastTransitionTime: field(string({ format: 'timestamp' }), 'When the status last changed.', { required: true }),
  reason: field(string(), 'The reason, as one word.', { required: true }),
  message: field(string(), 'The reason, for people.', { required: true }),
});

export const ServiceStatus = object(
  'ServiceStatus',
  'The state of the Service. Controllers write it; the API server discards it in other requests.',
  {
    loadBalancer: field(LoadBalancerStatus, 'The state of the load balancer.'),
    conditions: field(listByKey(Condition, 'type'), 'The state of the Service, by aspect.', { since: 20 }),
  },
);
