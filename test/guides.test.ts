/** The guides of docs/: what they show of the command line is what it prints. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionsOf, updatePage } from './support/console-page.ts';
import { root } from './support/root.ts';

for (const page of ['docs/ci.md', 'docs/cli.md', 'docs/migrating.md', 'docs/reports.md'])
  describe(`guides: ${page}`, () => {
    const path = join(root, page);

    it('shows what the commands print', () => {
      if (process.env['UPDATE'] === '1') updatePage(path);
      const sessions = sessionsOf(readFileSync(path, 'utf8'));
      assert.ok(sessions.length > 0);
      for (const { heading, written, printed } of sessions) assert.equal(written, printed, heading);
    });
  });
