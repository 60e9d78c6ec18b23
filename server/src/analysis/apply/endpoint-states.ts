/** Which endpoints of an object take traffic: addresses by the list that they stand in, endpoints of a slice by their conditions. */
import type { Path } from '../../tree/path.ts';
import { isUnknown, memberItems, memberOf } from './json-value.ts';
import type { Json, JsonObject } from './json-value.ts';
import { kindOf } from './shape.ts';

export interface EndpointState {
  readonly path: Path;
  /** Undefined where an expression decides. */
  readonly isReady: boolean | undefined;
}

/** The addresses of subsets, or the endpoints of a slice, in their order. */
export function endpointStates(object: JsonObject): readonly EndpointState[] {
  if (kindOf(object) === 'EndpointSlice')
    return memberItems(object, 'endpoints').map((endpoint, i) => ({
      path: ['endpoints', i],
      isReady: isReady(endpoint),
    }));
  return memberItems(object, 'subsets').flatMap((subset, i) =>
    (['addresses', 'notReadyAddresses'] as const).flatMap((name) =>
      memberItems(subset, name).map((_, j) => ({ path: ['subsets', i, name, j], isReady: name === 'addresses' })),
    ),
  );
}

/** `Addresses: 2 ready, 1 not ready`; of a slice it says endpoints. */
export function statesText(object: JsonObject): string {
  const states = endpointStates(object);
  const count = (wanted: boolean | undefined): number => states.filter((each) => each.isReady === wanted).length;
  const open = count(undefined) > 0 ? `, ${count(undefined)} not known` : '';
  const noun = kindOf(object) === 'EndpointSlice' ? 'Endpoints' : 'Addresses';
  return `${noun}: ${count(true)} ready, ${count(false)} not ready${open}`;
}

/** What is left out counts as ready. */
function isReady(endpoint: Json): boolean | undefined {
  const conditions = memberOf(endpoint, 'conditions');
  const ready = memberOf(conditions, 'ready');
  if ([endpoint, conditions, ready].some(isUnknown)) return undefined;
  return ready !== false;
}
