/** Finds the endpoint of a slice that has the address at a path. */
import { memo } from '../../../text/memo.ts';
import type { Path } from '../../../tree/path.ts';
import { isTrafficSlice } from './explanation.ts';
import type { TrafficEndpoint, TrafficObject, TrafficSlice } from '../model.ts';

const byPath = memo(
  ({ endpoints }: TrafficSlice): ReadonlyMap<string, TrafficEndpoint> =>
    new Map(endpoints.flatMap((each) => each.addressPaths.map((path) => [path.join('/'), each] as const))),
);

/** Undefined for an address that is in no slice. */
export function endpointAt(object: TrafficObject, path: Path): TrafficEndpoint | undefined {
  return isTrafficSlice(object) ? byPath(object).get(path.join('/')) : undefined;
}
