/** AWS Load Balancer Controller 3.5.0 with IP targets: `pkg/backend/endpoint_resolver.go`. */
import { ignoresHostNames, notReady, numbered, because, skipsNothing, type Consumer } from './consumer.ts';

const noPod = because(
  'no-pod',
  'Only endpoints whose targetRef is a Pod become IP targets.',
  'Use the target type instance and a Service of type NodePort, or register the addresses outside of Kubernetes.',
);

export const awsLoadBalancer: Consumer = {
  name: 'aws-load-balancer-controller',
  title: 'AWS Load Balancer Controller (IP targets)',
  version: '3.5.0',
  reads: 'slices',
  skips: skipsNothing,
  refuses: ignoresHostNames,
  // A Service port without a name takes every port; the protocol is not compared.
  numbers: (slice, port) =>
    numbered(
      slice,
      port,
      slice.ports.filter(({ name }) => port.name === '' || name === port.name),
    ),
  addresses: 'first',
  repeats: 'address-and-port',
  state: ({ ready = true, target }) => {
    if (target?.kind !== 'Pod') return noPod;
    return ready ? 'used' : notReady;
  },
  asksPods: true,
  localPolicy: 'ignored',
};
