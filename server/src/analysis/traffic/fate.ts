/** What becomes of each written address. */
import type { Path } from '../../tree/path.ts';
import type { TrafficObject } from './model.ts';
import type { Reason } from './reasons.ts';

/** An address as a text writes it, with what becomes of it for one Service port. */
export interface AddressFate {
  /** With the port, `10.1.0.1:8080` or `[2001:db8::1]:8080`, where one is matched; else alone. */
  readonly address: string;
  readonly object: TrafficObject;
  readonly path: Path;
  /** After the defaults of kube-proxy. */
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  readonly isLocal: boolean;
  /** Undefined for an address that gets traffic. */
  readonly why: Reason | undefined;
}
