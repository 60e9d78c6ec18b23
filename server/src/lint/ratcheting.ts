/** What the API server does not look at again in an object that it keeps already: addresses that stay as they are. */
import type { Kind } from '../contract/contract.ts';

/** The first version that does so. */
const since = 33;

const passed: Readonly<Record<Kind, RegExp>> = {
  Endpoints: /^subsets/,
  EndpointSlice: /^endpoints\[\d+\]\.addresses/,
};

/** True where such a server says nothing of the field, as long as the list of addresses that it stands in is the same as before. */
export function isRatcheted(kind: Kind, field: string, minor: number): boolean {
  return minor >= since && passed[kind].test(field);
}
