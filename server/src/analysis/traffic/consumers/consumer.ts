/** What a program that reads Services and slices does, as data for one engine. A new consumer is a file with such a table. */
import { unmatchedReason } from '../port-reason.ts';
import type { ConsumerReason, Reason } from '../reasons.ts';
import type { BackendPort, OfferedPort, TrafficEndpoint, TrafficService, TrafficSlice } from '../model.ts';

/** The name of the default consumer, which has a simulation of its own. */
export const kubeProxy = 'kube-proxy';

/** `fallback` is used where no endpoint of the port is `used`. */
export type EndpointState = 'used' | 'fallback' | Reason;

/** Why a consumer sends nothing to the endpoints of a Service. */
export interface Skip {
  /** A sentence. */
  readonly words: string;
  /** The way out; undefined where the consumer sends the traffic elsewhere on purpose. */
  readonly change: string | undefined;
}

export interface Consumer {
  /** As options name it: `traefik-tcp`. */
  readonly name: string;
  /** In sentences: `Traefik (IngressRouteTCP)`. */
  readonly title: string;
  /** The version whose source was read. */
  readonly version: string;
  /** `endpoints` for one that reads Endpoints as they are written. */
  readonly reads: 'slices' | 'endpoints';
  /** True for one that reads slices without a Service, too. */
  readonly readsStrays?: true;
  /** Why it sends nothing to the endpoints of such a Service; undefined for one that it serves. */
  readonly skips: (service: TrafficService) => Skip | undefined;
  /** Why it does not read the slice. */
  readonly refuses: (
    slice: TrafficSlice,
    service: TrafficService,
    slices: readonly TrafficSlice[],
  ) => ConsumerReason | undefined;
  /** The port numbers in the slice for a Service port; a reason for none. Undefined where it takes every port of every slice. */
  readonly numbers: ((slice: TrafficSlice, port: OfferedPort) => readonly number[] | Reason) | undefined;
  /** What it does with an address whose port has no number, where it takes every port. */
  readonly withoutNumber?: 'address' | 'crash';
  readonly addresses: 'first' | 'all';
  /**
   * What is dropped as a repetition: the same address with another port too, or only with the same port. Or all but the
   * last endpoint of an address in a slice.
   */
  readonly repeats: 'address' | 'address-and-port' | 'all-but-last-in-slice';
  readonly state: (endpoint: TrafficEndpoint, service: TrafficService) => EndpointState;
  /** True where it reads the Pod of a `targetRef`, too: no file shows whether this Pod exists and is ready. */
  readonly asksPods?: true;
  /** Which endpoints it uses under `internalTrafficPolicy: Local`. */
  readonly localPolicy: 'ignored' | 'same-node' | 'same-node-or-none';
}

/** Why it reads no slice; empty for a consumer that reads slices. */
export function readsNone({ reads, title }: Consumer): string {
  return reads === 'endpoints' ? `${title} reads Endpoints, not EndpointSlices.` : '';
}

/** `Traefik 3.7.9 (Gateway API)`. */
export function consumerTitle({ title, version }: Consumer): string {
  const [, name = title, role = ''] = /^(.*?)( \(.*)?$/.exec(title) ?? [];
  return `${name} ${version}${role}`;
}

export function because(code: ConsumerReason['code'], words: string, change: string): ConsumerReason {
  return { kind: 'consumer', code, words, change };
}

export const notReady: Reason = { kind: 'not-ready' };

export const drained = because(
  'drained',
  'The endpoint is terminating, so it only keeps its open connections.',
  'Set conditions.terminating: false, or add an endpoint that serves.',
);

/** For one that reads the number of a port without a test for its absence. */
export const crash = because(
  'crash',
  'The port has no number, and reading it ends the program with an error.',
  'Write the number of the port.',
);

/** The ports of a slice with the name and protocol of the Service port. */
export function byNameAndProtocol(slice: TrafficSlice, port: OfferedPort): readonly number[] | Reason {
  return numbered(
    slice,
    port,
    slice.ports.filter(({ name, protocol }) => name === port.name && protocol === port.protocol),
  );
}

/** The same without the protocol. */
export function byName(slice: TrafficSlice, port: OfferedPort): readonly number[] | Reason {
  return numbered(
    slice,
    port,
    slice.ports.filter(({ name }) => name === port.name),
  );
}

/** Without the ports that have no number, which consumers ignore. */
export function numbered(
  slice: TrafficSlice,
  port: OfferedPort,
  matches: readonly BackendPort[],
): readonly number[] | Reason {
  const numbers = matches.flatMap(({ number }) => number ?? []);
  return numbers.length > 0 ? numbers : unmatchedReason(slice, port, matches[0]);
}

export const skipsNothing = (): undefined => undefined;
export const readsAll = (): undefined => undefined;

export function skipsExternalName({ type }: TrafficService): Skip | undefined {
  return type === 'ExternalName'
    ? { words: 'It sends traffic to the externalName; slices have no effect.', change: undefined }
    : undefined;
}

export function rejectsExternalName({ type }: TrafficService): Skip | undefined {
  return type === 'ExternalName'
    ? { words: 'It rejects a route to a Service of type ExternalName.', change: insteadOfExternalName }
    : undefined;
}

export const insteadOfExternalName = 'Use a Service of type ClusterIP without a selector, and EndpointSlices.';

export function ignoresHostNames({ addressType }: TrafficSlice): ConsumerReason | undefined {
  return addressType === 'FQDN'
    ? because('host-name', 'It ignores slices with host names (addressType FQDN).', 'Write IP addresses.')
    : undefined;
}
