/** Why an address, a slice or a Service gets no traffic from kube-proxy. */
import type { Path } from '../../tree/path.ts';
import type { BackendPort, MirrorObstacle, TrafficEndpoints, TrafficSlice } from './model.ts';

/** Why kube-proxy has no port of a Service. */
export type SkipReason =
  | 'other-proxy'
  | 'headless'
  | 'external-name'
  | 'no-family'
  | 'no-ports'
  /** A value that is not known decides whether there are any. */
  | 'unknown-family'
  | 'unknown-ports';

/** Why a slice is not read. */
export type SliceReason =
  | { readonly kind: 'no-label' | 'no-service' | 'headless-label' | 'overwritten' | 'deleted' }
  | { readonly kind: 'family'; readonly addressType: string; readonly family: string };

/** Why a written address gets no traffic: the first test that it fails. */
export type Reason =
  | SliceReason
  | { readonly kind: 'no-ports' }
  /** No port of the slice has the name and protocol of the Service port. `port` is the likely one, or the first. */
  | { readonly kind: 'port-name' | 'port-protocol' | 'port-number'; readonly port: BackendPort }
  | { readonly kind: 'later-address' }
  | ReplacedReason
  | { readonly kind: 'not-ready' | 'terminating' | 'draining' | 'not-local' }
  /** For consumers that want the condition written out, or that read `serving` alone. */
  | { readonly kind: 'ready-absent' | 'not-serving' }
  | ConsumerReason
  | { readonly kind: 'node-hint' | 'zone-hint'; readonly hints: readonly string[] }
  | { readonly kind: 'unmirrored'; readonly obstacle: NonNullable<TrafficEndpoints['obstacle']> }
  | { readonly kind: 'unmirrored-address'; readonly why: TrafficEndpoints['lost'][number]['why'] };

/** Another endpoint has the same address and port. */
interface ReplacedReason {
  readonly kind: 'replaced';
  /** The one that counts. `why` is its condition that keeps it from traffic everywhere, if any. */
  readonly by: { readonly slice: TrafficSlice; readonly path: Path; readonly why: Reason | undefined };
}

/** What only one consumer does. */
export interface ConsumerReason {
  readonly kind: 'consumer';
  readonly code:
    | 'crash'
    | 'critical'
    | 'drained'
    | 'endpoints-only'
    | 'host-name'
    | 'mixed-types'
    | 'multi-cluster'
    | 'no-node'
    | 'no-pod'
    | 'pod'
    | 'repeated-address'
    | 'second-family'
    | 'slice-name'
    | 'unhealthy';
  /** A sentence. */
  readonly words: string;
  /** The way out, in a sentence. */
  readonly change: string;
}

/** Why no traffic flows, as rules name it that report this. */
export type TrafficCode =
  | Exclude<Reason['kind'], 'consumer' | 'unmirrored' | 'unmirrored-address'>
  | `unmirrored:${MirrorObstacle['kind']}`
  | `unmirrored-address:${TrafficEndpoints['lost'][number]['why']}`
  | ConsumerReason['code']
  | SkipReason
  /** Of an edge in a picture: to an object without addresses, from a client to no port, of a patch that fails. */
  | 'no-addresses'
  | 'unknown-port'
  | 'conflict';

/** The word for a reason in reports. */
export function reasonCode(reason: Reason): string {
  return reason.kind === 'consumer' ? reason.code : reason.kind;
}

/** The same for rules, of which each explains one cause. */
export function explainedCode(reason: Reason): TrafficCode {
  if (reason.kind === 'unmirrored') return `unmirrored:${reason.obstacle.kind}`;
  if (reason.kind === 'unmirrored-address') return `unmirrored-address:${reason.why}`;
  return reason.kind === 'consumer' ? reason.code : reason.kind;
}
