/** Envoy Gateway after 1.9.0 (d32f282): `internal/gatewayapi/route.go`. */
import {
  because,
  byNameAndProtocol,
  crash,
  drained,
  notReady,
  rejectsExternalName,
  type Consumer,
  type EndpointState,
} from './consumer.ts';
import { memo } from '../../../text/memo.ts';
import type { TrafficEndpoint, TrafficSlice } from '../model.ts';

/** Where `serving` and `terminating` are both written, they alone decide. */
function state({ ready = true, serving, terminating }: TrafficEndpoint): EndpointState {
  if (serving === undefined || terminating === undefined) return ready ? 'used' : notReady;
  if (terminating) return drained;
  return serving ? 'used' : { kind: 'not-serving' };
}

const areMixed = memo((slices: readonly TrafficSlice[]): boolean => {
  const named = slices.filter(({ addressType }) => addressType === 'FQDN').length;
  return named > 0 && named < slices.length;
});

export const envoyGateway: Consumer = {
  name: 'envoy-gateway',
  title: 'Envoy Gateway',
  version: '1.9.0',
  reads: 'slices',
  skips: rejectsExternalName,
  refuses: (_slice, _service, slices) =>
    areMixed(slices)
      ? because(
          'mixed-types',
          'It rejects the route: the Service has slices with IP addresses and others with host names.',
          'Write only host names or only IP addresses.',
        )
      : undefined,
  numbers: (slice, port) => {
    const found = byNameAndProtocol(slice, port);
    return 'kind' in found && found.kind === 'port-number' ? crash : found;
  },
  addresses: 'all',
  repeats: 'address-and-port',
  state,
  localPolicy: 'ignored',
};
