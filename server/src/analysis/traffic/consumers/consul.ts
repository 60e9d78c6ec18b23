/** consul-k8s 2.1.0-dev (a507b1d): `control-plane/catalog/to-consul/resource.go` and `connect-inject/controllers/endpoints`. */
import { readsAll, because, skipsNothing, type Consumer } from './consumer.ts';

const version = '2.1.0-dev';

export const consul: Consumer = {
  name: 'consul',
  title: 'Consul (catalog sync)',
  version,
  reads: 'slices',
  skips: ({ type }) => {
    if (type === 'LoadBalancer') return 'It reads the endpoints of a LoadBalancer Service only with an option.';
    return type === 'ExternalName' ? 'It registers only Services of other types than ExternalName.' : undefined;
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
        'Of a NodePort Service it registers the node of the endpoint, and this one has no nodeName.',
      );
    return ready === true
      ? 'used'
      : because('critical', 'It registers the endpoint as critical, because ready: true is not written.');
  },
  localPolicy: 'ignored',
};

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
    if (target?.kind !== 'Pod') return because('no-pod', 'It registers only addresses whose targetRef is a Pod.');
    return ready ? 'used' : because('critical', 'It registers the address as critical.');
  },
  localPolicy: 'ignored',
};
