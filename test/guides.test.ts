/** The guides in docs: their `console` fences show what the commands print. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionsOf, updatePage } from './support/console-page.ts';
import { root } from './support/root.ts';

const cliPages = readdirSync(join(root, 'docs/cli'))
  .map((name) => `docs/cli/${name}`)
  .filter((page) => /^```console/m.test(readFileSync(join(root, page), 'utf8')));

it('guides: some pages of docs/cli have console fences', () => assert.ok(cliPages.length >= 3));

for (const page of [
  'docs/ci.md',
  'docs/migrating.md',
  'docs/outages.md',
  'docs/picture.md',
  'docs/programs.md',
  'docs/reports.md',
  'docs/traffic.md',
  ...cliPages,
])
  describe(`guides: ${page}`, () => {
    const path = join(root, page);

    it('shows what the commands print', () => {
      if (process.env['UPDATE'] === '1') updatePage(path);
      const sessions = sessionsOf(readFileSync(path, 'utf8'));
      assert.ok(sessions.length > 0);
      for (const { heading, written, printed } of sessions) assert.equal(written, printed, heading);
    });
  });
