/** Workspaces of several files, and exactly what is found in each of them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadGrammarsOf } from './support/programs.ts';
import { root } from './support/root.ts';
import { drawnWorkspace, workspacesOf } from './support/workspace-page.ts';

const folder = join(root, 'test/fixtures/workspaces');

// Pages are drawn while the tests are declared.
await loadGrammarsOf('a.ts', 'a.js', 'a.py', 'a.go', 'a.cs', 'a.java');

describe('workspaces', () => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (process.env['UPDATE'] === '1') {
      const page = readFileSync(path, 'utf8');
      const updated = workspacesOf(page).reduce(
        (text, { body }) => text.replace(body, () => drawnWorkspace(body)),
        page,
      );
      if (updated !== page) writeFileSync(path, updated);
    }
    describe(name.replace(/\.md$/, ''), () => {
      for (const { heading, body } of workspacesOf(readFileSync(path, 'utf8'))) {
        it(heading, () => {
          assert.equal(drawnWorkspace(body), body);
        });
      }
    });
  }
});
