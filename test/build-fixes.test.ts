/** Fixes of rules on builds: afterwards kustomize builds the root, and the finding is gone. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../server/src/rules/rules.ts';
import { root } from './support/root.ts';
import { drawnFile, filesIn, fixedFile, workspacesOf } from './support/workspace-page.ts';

const codes = new Set(rules.filter(({ on }) => on === 'build').map(({ code }) => code));
const page = readFileSync(join(root, 'test/fixtures/workspaces/kustomize-builds.md'), 'utf8');

describe('fixes of rules on builds', () => {
  const seen = new Set<string>();
  for (const { heading, body } of workspacesOf(page)) {
    const files = filesIn(body);
    for (const { path } of files) {
      const found = [...drawnFile(files, path).matchAll(/💡 \w+\[([a-z-]+)\]/g)].map(([, code = '']) => code);
      for (const code of new Set(found.filter((each) => codes.has(each)))) {
        seen.add(code);
        it(`${code}: ${heading}`, () => {
          const text = fixedFile(files, path, code);
          const fixed = files.map((file) => (file.path === path ? { path, text } : file));
          const left = fixed.map((file) => drawnFile(fixed, file.path)).join('');
          assert.doesNotMatch(left, new RegExp(String.raw`\[(?:${code}|rejected-kustomization)\]`));
        });
      }
    }
  }

  it('are in the fixtures for every rule that has one', () => {
    const without = ['ambiguous-patch', 'dropped-ports', 'kept-directive', 'unmatched-target'];
    assert.deepEqual(
      [...codes].filter((code) => !seen.has(code)),
      without,
    );
  });
});
