/** What `endpoints why` answers in each situation of test/fixtures/why. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionsOf, updatePage } from './support/console-page.ts';
import { root } from './support/root.ts';

const folder = join(root, 'test/fixtures/why');

// The word "guides" selects the tests that `npm run update` runs.
describe('guides: endpoints why', () => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);

    it(`answers as ${name} shows`, () => {
      if (process.env['UPDATE'] === '1') updatePage(path);
      const sessions = sessionsOf(readFileSync(path, 'utf8'));
      assert.ok(sessions.length > 0);
      for (const { heading, written, printed } of sessions) assert.equal(printed, written, heading);
    });
  }
});
