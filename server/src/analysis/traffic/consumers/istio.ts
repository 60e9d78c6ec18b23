/** Istio for 1.32 (86c9f01): `pilot/pkg/serviceregistry/kube/controller/endpointslice.go` and `serviceregistry/ambient/workloads.go`. */
import { multiClusterLabel } from '../../../contract/endpoint-slice.ts';
import {
  byName,
  ignoresHostNames,
  notReady,
  numbered,
  because,
  skipsExternalName,
  type Consumer,
  type EndpointState,
} from './consumer.ts';
import type { TrafficEndpoint } from '../model.ts';

/** An absent `terminating` counts as true where `ready` is false. */
function sidecarState({ ready = true, terminating = true }: TrafficEndpoint): EndpointState {
  if (ready) return 'used';
  return terminating
    ? notReady
    : because('unhealthy', 'It sends the endpoint to Envoy as unhealthy.', 'Write conditions.ready: true.');
}

const version = '1.32';

export const istio: Consumer = {
  name: 'istio',
  title: 'Istio (sidecars)',
  version,
  reads: 'slices',
  skips: skipsExternalName,
  refuses: (slice) =>
    slice.labels.has(multiClusterLabel)
      ? because('multi-cluster', `It ignores slices with the label ${multiClusterLabel}.`, 'Remove the label.')
      : ignoresHostNames(slice),
  numbers: byName,
  addresses: 'all',
  repeats: 'address-and-port',
  state: sidecarState,
  localPolicy: 'same-node',
};

/** `matchingServicesWithoutSelectors` compares kind, namespace, name and uid. */
const inexactPod = because(
  'pod',
  'It reads the Pod that targetRef names instead, and finds it only by its namespace, name and uid.',
  'Remove targetRef, or give the Service a selector.',
);

export const istioAmbient: Consumer = {
  name: 'istio-ambient',
  title: 'Istio (ambient)',
  version,
  reads: 'slices',
  skips: skipsExternalName,
  refuses: ignoresHostNames,
  // Only TCP.
  numbers: (slice, port) =>
    numbered(
      slice,
      port,
      slice.ports.filter(({ name, protocol }) => name === port.name && protocol === 'TCP'),
    ),
  addresses: 'all',
  repeats: 'address-and-port',
  state: ({ ready = true, target }, { hasSelector }) => {
    if (target?.kind !== 'Pod') return ready ? 'used' : notReady;
    // Then the conditions of the Pod count, not those of the endpoint.
    return target.isExact || hasSelector ? 'used' : inexactPod;
  },
  asksPods: true,
  localPolicy: 'ignored',
};
