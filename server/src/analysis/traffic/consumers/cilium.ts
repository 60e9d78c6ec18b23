/** Cilium in place of kube-proxy, as stored in 018279f and 058b84f: `pkg/loadbalancer/reflectors/conversions.go`, `pkg/k8s/endpoints.go`. */
import { ignoredSliceLabel } from '../../../contract/service.ts';
import {
  ignoresHostNames,
  insteadOfExternalName,
  notReady,
  numbered,
  type Consumer,
  type EndpointState,
} from './consumer.ts';
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
    if (type === 'ExternalName')
      return { words: 'It serves no Service without a cluster IP.', change: insteadOfExternalName };
    if (isHeadless)
      return {
        words: 'The Service is headless, and Cilium serves none of its ports.',
        change: 'Remove clusterIP: None, or connect to the addresses that DNS answers.',
      };
    return labels.has(ignoredSliceLabel)
      ? {
          words: `It takes the Service for a headless one, because of the label ${ignoredSliceLabel}.`,
          change: 'Remove the label.',
        }
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
