/** The readiness of the endpoints of an object: addresses by their list, endpoints of a slice by their conditions. */
import type { Path } from '../../tree/path.ts';
import { isUnknown, memberItems, memberOf } from './json-value.ts';
import type { Json, JsonObject } from './json-value.ts';
import { kindOf } from './shape.ts';

export interface EndpointState {
  readonly path: Path;
  /** Undefined where it is opaque. */
  readonly isReady: boolean | undefined;
}

/** The addresses of all subsets, or the endpoints of a slice, in order. */
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

/** `Addresses: 2 ready, 1 not ready`; `Endpoints: …` for a slice. */
export function statesText(object: JsonObject): string {
  const states = endpointStates(object);
  const count = (wanted: boolean | undefined): number => states.filter((each) => each.isReady === wanted).length;
  const open = count(undefined) > 0 ? `, ${count(undefined)} not known` : '';
  const noun = kindOf(object) === 'EndpointSlice' ? 'Endpoints' : 'Addresses';
  return `${noun}: ${count(true)} ready, ${count(false)} not ready${open}`;
}

/** An absent condition counts as ready. */
function isReady(endpoint: Json): boolean | undefined {
  const conditions = memberOf(endpoint, 'conditions');
  const ready = memberOf(conditions, 'ready');
  if ([endpoint, conditions, ready].some(isUnknown)) return undefined;
  return ready !== false;
}
