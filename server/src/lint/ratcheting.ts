/** Fields that ratcheting validation skips (since Kubernetes 1.33): addresses that an update leaves unchanged. */
import type { Kind } from '../contract/contract.ts';

/** The first minor version with ratcheting validation. */
const since = 33;

const skipped: Readonly<Record<Kind, RegExp>> = {
  Endpoints: /^subsets/,
  EndpointSlice: /^endpoints\[\d+\]\.addresses/,
};

/** True for a field that the API server does not validate again while its list of addresses is unchanged. */
export function isRatcheted(kind: Kind, field: string, minor: number): boolean {
  return minor >= since && skipped[kind].test(field);
}
