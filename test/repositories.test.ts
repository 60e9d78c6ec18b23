/**
 * Whole repositories, one a page: each lists the findings that a person expects (a code and a file), and shows the exact
 * report. `npm run update` writes the report, and never the expectations.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionsOf, updatePage } from './support/console-page.ts';
import { root } from './support/root.ts';

const folder = join(root, 'test/fixtures/repositories');
const pages = readdirSync(folder);

describe('repositories', () => {
  it('are at least 60, and most of them have no finding', () => {
    const silent = pages.filter((name) => expectedIn(readFileSync(join(folder, name), 'utf8')).length === 0);
    assert.ok(pages.length >= 60, `${pages.length} pages`);
    assert.ok(silent.length * 2 > pages.length, `${silent.length} of ${pages.length} are silent`);
  });

  for (const name of pages)
    it(name.replace(/\.md$/, ''), () => {
      const path = join(folder, name);
      if (process.env['UPDATE'] === '1') updatePage(path);
      const page = readFileSync(path, 'utf8');
      const sessions = sessionsOf(page);
      assert.ok(sessions.length > 0);
      assert.deepEqual(reportedIn(sessions[0]?.printed ?? ''), expectedIn(page));
      for (const { heading, written, printed } of sessions) {
        assert.doesNotMatch(printed, /internal error/i);
        assert.equal(written, printed, heading);
      }
    });
});

/** Lines such as "- `unserved-port` in `k8s/db.yaml`: the reason"; a page without findings says "No findings: the reason". */
function expectedIn(page: string): readonly string[] {
  const lines = [...page.matchAll(/^- `([a-z-]+)` in `([^`]+)`: /gm)].map(
    ([, code = '', file = '']) => `${file} ${code}`,
  );
  assert.equal(
    /^No findings: /m.test(page),
    lines.length === 0,
    'Write "No findings: …", or one line for each finding.',
  );
  return lines.toSorted();
}

/** The errors, warnings and remarks of a text report, without the one on deprecation that nearly every repository has. */
function reportedIn(printed: string): readonly string[] {
  const lines = [...printed.matchAll(/^(\S[^\n]*?):\d+:\d+ +(?:error|warning|info|hint)\[([a-z-]+)\]/gm)];
  const found = lines.map(([, file = '', code = '']) => `${file} ${code}`);
  return found.filter((line) => !line.endsWith(' deprecated-endpoints')).toSorted();
}
