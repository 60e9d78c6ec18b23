/** The verdict on whole slices, as an apply gets it, against the recorded answers of a real server: fields and reasons. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../server/src/analysis/apply/json.ts';
import { jsonOf } from '../server/src/analysis/apply/config.ts';
import { performJudged } from '../server/src/cli/apply/judge.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { root } from './support/root.ts';

interface Case {
  readonly id: string;
  readonly manifest: string;
  readonly verdicts: Readonly<
    Record<string, { readonly outcome: string; readonly causes?: readonly { field: string; reason: string }[] }>
  >;
}

const cases = JSON.parse(
  readFileSync(join(root, 'test/data/conformance/slice-verdicts.json'), 'utf8'),
) as readonly Case[];

describe('verdict on slices', () => {
  for (const { id, manifest, verdicts } of cases) {
    for (const [version, { outcome, causes = [] }] of Object.entries(verdicts)) {
      if (outcome === 'undecodable') continue;
      it(`${id} (${version})`, () => {
        const [part] = readFile('slice.yaml', manifest, { isPartial: false }).parts;
        const config = part?.document.root ? jsonOf(part.document.root, part.document) : null;
        assert.ok(isObject(config));
        const step = { operation: 'create', manager: 'kubectl', force: false, config } as const;
        const answer = performJudged(undefined, step, Number(version.split('.')[1]));
        const found = answer.kind === 'rejected' ? answer.causes : [];
        assert.deepEqual(words(found), words(causes));
        assert.equal(answer.kind === 'rejected', outcome !== 'accepted');
      });
    }
  }
});

/** Which of several comes first, and how often one is said, is not compared. */
function words(causes: readonly { readonly field: string; readonly reason: string }[]): readonly string[] {
  return [...new Set(causes.map(({ field, reason }) => `${field} ${reason}`))].sort();
}
