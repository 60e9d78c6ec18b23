/** Cilium in place of kube-proxy, as stored in 018279f and 058b84f: `pkg/loadbalancer/reflectors/conversions.go`, `pkg/k8s/endpoints.go`. */
import { ignoredSliceLabel } from '../../../contract/service.ts';
import { ignoresHostNames, notReady, numbered, type Consumer, type EndpointState } from './consumer.ts';
import type { TrafficEndpoint } from '../model.ts';

function state({ ready = true, serving = true, terminating = false }: TrafficEndpoint): EndpointState {
  if (ready) return 'used';
  if (!terminating) return notReady;
  return serving ? 'fallback' : { kind: 'terminating' };
}

export const cilium: Consumer = {
  name: 'cilium',
  title: 'Cilium',
  version: '018279f',
  reads: 'slices',
  skips: ({ type, isHeadless, labels }) => {
    if (type === 'ExternalName') return 'It serves no Service without a cluster IP.';
    return isHeadless || labels.has(ignoredSliceLabel)
      ? 'The Service is headless, by clusterIP or by its label, and Cilium serves none of its ports.'
      : undefined;
  },
  refuses: ignoresHostNames,
  // An unnamed port on either side matches every port of its protocol.
  numbers: (slice, port) =>
    numbered(
      slice,
      port,
      slice.ports.filter(
        ({ name, protocol }) => protocol === port.protocol && (name === port.name || name === '' || port.name === ''),
      ),
    ),
  addresses: 'all',
  repeats: 'all-but-last-in-slice',
  state,
  localPolicy: 'same-node-or-none',
};
