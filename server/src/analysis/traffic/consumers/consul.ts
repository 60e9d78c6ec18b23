/** consul-k8s 2.1.0-dev (a507b1d): `control-plane/catalog/to-consul/resource.go` and `connect-inject/controllers/endpoints`. */
import { readsAll, because, insteadOfExternalName, skipsNothing, type Consumer } from './consumer.ts';

const version = '2.1.0-dev';

export const consul: Consumer = {
  name: 'consul',
  title: 'Consul (catalog sync)',
  version,
  reads: 'slices',
  skips: ({ type }) => {
    if (type === 'LoadBalancer')
      return {
        words: 'It reads the endpoints of a LoadBalancer Service only with an option.',
        change: 'Use a Service of type ClusterIP, or set the option of Consul.',
      };
    return type === 'ExternalName'
      ? { words: 'It registers only Services of other types than ExternalName.', change: insteadOfExternalName }
      : undefined;
  },
  refuses: readsAll,
  numbers: undefined,
  withoutNumber: 'crash',
  addresses: 'all',
  repeats: 'address',
  state: ({ ready, nodeName }, { type }) => {
    if (type === 'NodePort' && nodeName === '')
      return because(
        'no-node',
        'It registers the node of each endpoint of a NodePort Service, and this one has no nodeName.',
        'Write the nodeName of the endpoint.',
      );
    return ready === true
      ? 'used'
      : because(
          'critical',
          'It registers the endpoint as critical, because ready: true is not written.',
          'Write conditions.ready: true.',
        );
  },
  localPolicy: 'ignored',
};

const noPod = because(
  'no-pod',
  'It registers only addresses whose targetRef is a Pod.',
  'Register the address in Consul itself, and reach it through a terminating gateway.',
);

const critical = because('critical', 'It registers the address as critical.', 'Move it to addresses once it serves.');

export const consulConnect: Consumer = {
  name: 'consul-connect',
  title: 'Consul (connect-inject)',
  version,
  reads: 'endpoints',
  skips: skipsNothing,
  refuses: readsAll,
  numbers: undefined,
  withoutNumber: 'crash',
  addresses: 'all',
  repeats: 'address-and-port',
  state: ({ ready, target }) => {
    if (target?.kind !== 'Pod') return noPod;
    return ready ? 'used' : critical;
  },
  asksPods: true,
  localPolicy: 'ignored',
};
