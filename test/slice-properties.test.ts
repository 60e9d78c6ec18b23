/** Whatever stands in an EndpointSlice, what is refused is what the server refuses, at the same paths. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { checkText } from './support/checking.ts';
import { times } from './support/runs.ts';
import { refusedPaths, slices } from './support/slice-reference.ts';

describe('EndpointSlices', function () {
  this.timeout(120_000);

  it('are refused where the server refuses them', () => {
    fc.assert(
      fc.property(slices, (slice) => {
        const object = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: { name: 'a' }, ...slice };
        const reported = checkText(JSON.stringify(object), { path: 'a.json' });
        const paths = reported.flatMap(({ enforcedBy, path = '' }) => (enforcedBy === 'server' ? [path] : []));
        const causes = [...refusedPaths(slice)];
        const unanswered = causes.filter((cause) => !paths.some((path) => isAt(path, cause)));
        const unfounded = paths.filter((path) => !causes.some((cause) => isAt(path, cause)));
        assert.deepEqual({ unanswered, unfounded }, { unanswered: [], unfounded: [] });
      }),
      { numRuns: times(2_000) },
    );
  });
});

/** True for the path that the server blames, or one below it. */
function isAt(path: string, cause: string): boolean {
  return path === cause || path.startsWith(`${cause}.`) || path.startsWith(`${cause}[`);
}
