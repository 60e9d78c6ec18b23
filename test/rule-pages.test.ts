/** Every rule's page, and the fixtures of dull edge cases beside it, run as tests. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSeverity } from '../server/src/lint/rule.ts';
import { rules } from '../server/src/rules/rules.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { blocksOf, drawn, fixed, reports, updatePage, type Block } from './support/pages.ts';
import { root } from './support/root.ts';

const isUpdate = process.env['UPDATE'] === '1';

// Pages are drawn while the tests are declared.
await loadGrammarsOf('a.ts', 'a.js', 'a.py', 'a.go', 'a.cs', 'a.java');

/** The versions in the changelog. */
const released = new Set(
  [...readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version),
);

describe('rule pages', () => {
  for (const rule of rules) {
    const path = join(root, 'docs/rules', `${rule.code}.md`);
    describe(rule.code, () => {
      if (isUpdate && existsSync(path)) updatePage(path, rule.code);
      const page = existsSync(path) ? readFileSync(path, 'utf8') : '';
      it('has a page that opens with its code, its summary and who enforces it', () => {
        const head = `# ${rule.code}\n\n${rule.summary}\n\nEnforced by: **${rule.enforcedBy}** · Default: **${defaultSeverity(rule)}** · Since `;
        assert.equal(page.slice(0, head.length), head);
        const version = /^\d+\.\d+\.\d+(?=\n\n)/.exec(page.slice(head.length))?.[0];
        assert.ok(version !== undefined && released.has(version), 'the version is not in the changelog');
      });
      it('has sections that say why and how, an example that reports it and one that does not', () => {
        assert.match(page, /^## Why$/m);
        const blocks = blocksOf(page).filter(({ isCommitted }) => !isCommitted);
        assert.ok(
          blocks.some((block) => reports(block, rule.code)),
          'no block reports the rule',
        );
        assert.ok(
          blocks.some((block) => !reports(block, rule.code)),
          'every block reports the rule',
        );
      });
      run(page, rule.code);
    });
  }

  it('exist for no other code', () => {
    const codes = new Set(rules.map((rule) => rule.code));
    const pages = readdirSync(join(root, 'docs/rules'))
      .filter((file) => file !== 'README.md')
      .map((file) => file.replace(/\.md$/, ''));
    assert.deepEqual(
      pages.filter((code) => !codes.has(code)),
      [],
    );
  });
});

describe('rule fixtures', () => {
  const folder = join(root, 'test/fixtures/rules');
  for (const file of readdirSync(folder)) {
    const code = file.replace(/\.md$/, '');
    describe(code, () => {
      if (isUpdate) updatePage(join(folder, file), code);
      run(readFileSync(join(folder, file), 'utf8'), code);
    });
  }
});

function run(page: string, code: string): void {
  let previous: Block | undefined;
  for (const [i, block] of blocksOf(page).entries()) {
    if (block.isCommitted) continue;
    const before = previous;
    it(`${block.heading} (block ${i + 1}${block.isFixed ? ', fixed' : ''})`, () => {
      assert.equal(block.isFixed && before ? fixed(before, code) : drawn(block, code), block.text);
    });
    if (!block.isFixed) previous = block;
  }
}
