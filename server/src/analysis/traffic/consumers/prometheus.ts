/** Prometheus 3.14.0: `discovery/kubernetes/endpointslice.go` and `endpoints.go`. Every address is a target, ready or not. */
import { because, readsAll, skipsNothing, type Consumer } from './consumer.ts';

const common = {
  version: '3.14.0',
  skips: skipsNothing,
  numbers: undefined,
  withoutNumber: 'address',
  addresses: 'all',
  repeats: 'address-and-port',
  state: (): 'used' => 'used',
  localPolicy: 'ignored',
} as const;

export const prometheus: Consumer = {
  ...common,
  name: 'prometheus',
  title: 'Prometheus (role endpointslice)',
  reads: 'slices',
  readsStrays: true,
  refuses: ({ addressType }, { families: [first, second] }) =>
    second !== undefined && addressType !== 'FQDN' && addressType !== first
      ? because(
          'second-family',
          `It takes only the first IP family of a dual-stack Service, ${first}.`,
          `Write a slice with ${first} addresses.`,
        )
      : undefined,
};

export const prometheusEndpoints: Consumer = {
  ...common,
  name: 'prometheus-endpoints',
  title: 'Prometheus (role endpoints)',
  reads: 'endpoints',
  refuses: readsAll,
};
