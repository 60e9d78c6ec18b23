/** Envoy Gateway after 1.9.0 (d32f282): `internal/gatewayapi/route.go`. */
import {
  byNameAndProtocol,
  notReady,
  readsAll,
  rejectsExternalName,
  type Consumer,
  type EndpointState,
} from './consumer.ts';
import type { TrafficEndpoint } from '../model.ts';

/** Where `serving` and `terminating` are both written, they alone decide. */
function state({ ready = true, serving, terminating }: TrafficEndpoint): EndpointState {
  if (serving === undefined || terminating === undefined) return ready ? 'used' : notReady;
  if (terminating) return { kind: 'draining' };
  return serving ? 'used' : { kind: 'not-serving' };
}

export const envoyGateway: Consumer = {
  name: 'envoy-gateway',
  title: 'Envoy Gateway',
  version: '1.9.0',
  reads: 'slices',
  skips: rejectsExternalName,
  refuses: readsAll,
  numbers: byNameAndProtocol,
  addresses: 'all',
  repeats: 'address-and-port',
  state,
  localPolicy: 'ignored',
};
