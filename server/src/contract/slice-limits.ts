/** The maximum lengths of the lists in an EndpointSlice, and the lists whose items the API server skips when they are too long. */
import { Endpoint, EndpointHints, EndpointSlice } from './endpoint-slice.ts';
import type { ObjectType } from './type.ts';

export interface Limit {
  readonly owner: ObjectType;
  readonly field: string;
  readonly most: number;
  /** The words for the owner and the items in a sentence. */
  readonly words: { readonly owner: string; readonly items: string };
  /** True where the API server does not validate the items of an over-long list. */
  readonly isFinal: boolean;
}

export const mostEndpoints = 1_000;

export const sliceLimits: readonly Limit[] = [
  limit(EndpointSlice, 'endpoints', mostEndpoints, { owner: 'slice', items: 'endpoints' }, true),
  limit(EndpointSlice, 'ports', 20_000, { owner: 'slice', items: 'ports' }, true),
  limit(Endpoint, 'addresses', 100, { owner: 'endpoint', items: 'addresses' }, false),
  limit(EndpointHints, 'forZones', 8, { owner: 'endpoint', items: 'zones in its hints' }, true),
  limit(EndpointHints, 'forNodes', 8, { owner: 'endpoint', items: 'nodes in its hints' }, true),
];

function limit(owner: ObjectType, field: string, most: number, words: Limit['words'], isFinal: boolean): Limit {
  return Object.freeze({ owner, field, most, words, isFinal });
}
