/** Files that are variants of one thing: found among many as between two, and soon. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { areVariants, hasVariants } from '../server/src/analysis/workspace/variants.ts';
import { folderOf } from './support/process.ts';
import { times } from './support/runs.ts';

describe('variants', () => {
  it('are among files where two of these are variants of each other', () => {
    const name = fc.constantFrom(
      'clusters',
      'dev',
      'prod-eu',
      'step1',
      'step2',
      'team-a',
      'team-b',
      'base',
      'x',
      '1',
      '',
    );
    const uri = fc.array(name, { maxLength: 4 }).map((names) => `file:///${[...names, 'db.yaml'].join('/')}`);
    fc.assert(
      fc.property(fc.array(uri, { maxLength: 6 }), (uris) => {
        const between = uris.some((one, i) => uris.slice(0, i).some((other) => areVariants(one, other)));
        assert.equal(hasVariants(uris), between);
      }),
      { numRuns: times(5_000) },
    );
  });

  it('are looked for once, among a thousand files that hold the same object', () => {
    const text = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n- addresses:\n  - ip: 10.0.0.1\n';
    const names = Array.from({ length: 1_000 }, (_, i) => `t${(i * 7_919).toString(16)}q/db.yaml`);
    const folder = folderOf(Object.fromEntries(names.map((name) => [name, text])));
    // Ended after a minute; to compare all pairs for each of them would take far longer.
    const { code, err } = folder.run('check', '--quiet');
    folder.remove();
    assert.deepEqual([code, err], [0, '']);
  });
});
