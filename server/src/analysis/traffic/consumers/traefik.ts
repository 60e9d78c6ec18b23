/** Traefik 3.7.9: `pkg/provider/kubernetes` (ingress, crd, gateway). */
import {
  byName,
  drained,
  notReady,
  readsAll,
  rejectsExternalName,
  skipsExternalName,
  type Consumer,
  type EndpointState,
} from './consumer.ts';
import type { TrafficEndpoint } from '../model.ts';

const common = {
  version: '3.7.9',
  reads: 'slices',
  skips: skipsExternalName,
  refuses: readsAll,
  numbers: byName,
  addresses: 'all',
  repeats: 'address',
  localPolicy: 'ignored',
} as const;

/** `serving` decides, and `ready` is not read; a terminating endpoint keeps only its sticky sessions. */
function httpState({ serving = true, terminating = false }: TrafficEndpoint): EndpointState {
  if (!serving) return terminating ? { kind: 'terminating' } : { kind: 'not-serving' };
  return terminating ? drained : 'used';
}

/** Only a written `ready: true` counts. */
function strictState({ ready }: TrafficEndpoint): EndpointState {
  return ready === true ? 'used' : ready === undefined ? { kind: 'ready-absent' } : notReady;
}

export const traefik: Consumer = {
  ...common,
  name: 'traefik',
  title: 'Traefik (Ingress, IngressRoute)',
  state: httpState,
};

export const traefikTcp: Consumer = {
  ...common,
  name: 'traefik-tcp',
  title: 'Traefik (IngressRouteTCP, IngressRouteUDP)',
  state: strictState,
};

export const traefikGateway: Consumer = {
  ...common,
  name: 'traefik-gateway',
  title: 'Traefik (Gateway API)',
  skips: rejectsExternalName,
  state: strictState,
};
