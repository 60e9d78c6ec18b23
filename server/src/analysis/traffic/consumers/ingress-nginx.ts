/** ingress-nginx 1.15.0: `internal/ingress/controller/endpointslices.go` and `store/endpointslice.go`. */
import { because, crash, notReady, skipsExternalName, type Consumer } from './consumer.ts';
import { unmatchedReason } from '../port-reason.ts';
import type { Reason } from '../reasons.ts';
import type { OfferedPort, TrafficSlice } from '../model.ts';

/** Of a longer Service name only the first part counts: the names of generated slices are truncated. */
const longestPrefix = 58;

/** True for a slice whose name begins with that of the Service, as the names of generated slices do. */
export function isFoundByName(slice: string, service: string): boolean {
  return slice.startsWith(service.length < longestPrefix ? service : service.slice(0, longestPrefix - 1));
}

/** A numeric `targetPort` stands in for a port that no slice port has the name of. Absent, it is the Service port. */
function numbers(slice: TrafficSlice, port: OfferedPort): readonly number[] | Reason {
  const target = port.target ?? port.number;
  const fallback = typeof target === 'number' ? [target] : [];
  const ports = slice.ports.filter(({ protocol }) => protocol === port.protocol);
  if (slice.ports.length === 0) return fallback.length > 0 ? fallback : { kind: 'no-ports' };
  const matching = ports.filter(({ name }) => port.name === '' || name === port.name);
  const crashing = matching.find(({ number }) => number === undefined);
  if (crashing) return crash;
  const found = ports.flatMap((each) => (matching.includes(each) ? (each.number ?? []) : fallback));
  return found.length > 0 ? found : unmatchedReason(slice, port, undefined);
}

/** `rootfs/etc/nginx/lua/balancer.lua` writes brackets around all but IPv4 addresses (kubernetes/ingress-nginx#10080). */
const hostName = because(
  'host-name',
  'It takes host names (addressType FQDN) for malformed IPv6 addresses, so each request fails.',
  'Write IP addresses, or use a Service of type ExternalName for a host name.',
);

export const ingressNginx: Consumer = {
  name: 'ingress-nginx',
  title: 'ingress-nginx',
  version: '1.15.0',
  reads: 'slices',
  skips: skipsExternalName,
  refuses: (slice, { name }) => {
    if (!slice.isMirrored && !isFoundByName(slice.name, name))
      return because(
        'slice-name',
        `It finds only slices whose names begin with that of the Service: ${name}.`,
        'Begin the name of the slice with the name of the Service.',
      );
    return slice.addressType === 'FQDN' ? hostName : undefined;
  },
  numbers,
  addresses: 'all',
  repeats: 'address-and-port',
  state: ({ ready = true }) => (ready ? 'used' : notReady),
  localPolicy: 'ignored',
};
