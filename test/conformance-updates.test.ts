/** Agreement with the recorded answers of real API servers to updates: every cause, at its path. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathText } from '../server/src/tree/path.ts';
import { findingsSince } from './support/checking.ts';
import { root } from './support/root.ts';
import { disagreements, type Verdict } from './support/verdicts.ts';

interface Update {
  readonly id: string;
  readonly version: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly code: number;
  readonly causes?: Verdict['causes'];
}

const updates = JSON.parse(readFileSync(join(root, 'test/data/conformance/updates.json'), 'utf8')) as readonly Update[];

describe('conformance: updates', () => {
  for (const { id, version, old, new: sent, code, causes = [] } of updates) {
    it(`${id} (${version})`, () => {
      const [before, now] = [old, sent].map((each) => JSON.stringify(each, null, 2));
      const { found } = findingsSince(before ?? '', now ?? '', {
        path: 'a.json',
        minor: Number(version.split('.')[1]),
      });
      const enforced = found
        .filter(({ diagnostic }) => diagnostic.rule.enforcedBy === 'server')
        .map(({ diagnostic }) => ({ code: diagnostic.rule.code, path: diagnostic.path && pathText(diagnostic.path) }));
      const outcome = code === 200 ? 'accepted' : code === 422 ? 'rejected' : 'undecodable';
      assert.deepEqual(disagreements(enforced, { outcome, causes }), []);
    });
  }
});
