/** How long the lists of an EndpointSlice may be, and where the server looks no further once one is longer. */
import { Endpoint, EndpointHints, EndpointSlice } from './endpoint-slice.ts';
import type { ObjectType } from './type.ts';

export interface Limit {
  readonly owner: ObjectType;
  readonly field: string;
  readonly most: number;
  /** What the owner is called in a sentence, and what the field holds. */
  readonly words: { readonly owner: string; readonly items: string };
  /** True where the items of a list that is too long are not looked at. */
  readonly isFinal: boolean;
}

/** The endpoints of one slice. */
export const mostEndpoints = 1_000;

export const sliceLimits: readonly Limit[] = [
  limit(EndpointSlice, 'endpoints', mostEndpoints, { owner: 'slice', items: 'endpoints' }, true),
  limit(EndpointSlice, 'ports', 20_000, { owner: 'slice', items: 'ports' }, true),
  limit(Endpoint, 'addresses', 100, { owner: 'endpoint', items: 'addresses' }, false),
  limit(Endpoint, 'deprecatedTopology', 16, { owner: 'endpoint', items: 'topology keys' }, false),
  limit(EndpointHints, 'forZones', 8, { owner: 'endpoint', items: 'zones in its hints' }, true),
  limit(EndpointHints, 'forNodes', 8, { owner: 'endpoint', items: 'nodes in its hints' }, true),
];

function limit(owner: ObjectType, field: string, most: number, words: Limit['words'], isFinal: boolean): Limit {
  return Object.freeze({ owner, field, most, words, isFinal });
}
