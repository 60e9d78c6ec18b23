/** What holds for every change: no crash, nothing said of a text that stayed, and nothing lost of what was found without it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocatedFinding } from '../server/src/lint/check-file.ts';
import { findingsSince, shownFindings } from './support/checking.ts';
import { mutate } from './support/mutate.ts';
import { blocksOf } from './support/pages.ts';
import { root } from './support/root.ts';
import { carried, patched, texts as wholeTexts } from './support/whole-texts.ts';

const pages = readdirSync(join(root, 'test/fixtures/rules')).flatMap((page) =>
  blocksOf(readFileSync(join(root, 'test/fixtures/rules', page), 'utf8')).map(({ text, options }) => ({
    path: options.path ?? 'a.yaml',
    text,
  })),
);
const texts = [...wholeTexts, carried, patched, ...pages];

function described(found: readonly LocatedFinding[]): readonly string[] {
  return found.map(({ diagnostic, span }) => `${diagnostic.rule.code} ${span.start} ${span.end} ${diagnostic.message}`);
}

describe('a change', () => {
  it('of nothing adds nothing', () => {
    for (const { path, text } of texts) {
      for (const minor of [32, 36]) {
        const alone = described(shownFindings(text, { path, minor }));
        const since = described(findingsSince(text, text, { path, minor }).found);
        if (minor < 33) assert.deepEqual(since, alone, text);
        else assert.deepEqual([since.filter((each) => !alone.includes(each))], [[]], text);
      }
    }
  });

  it('of anything into anything is survived, and hides nothing before Kubernetes 1.33', () => {
    for (const [seed, { path, text }] of texts.entries()) {
      const after = mutate(text, seed);
      const { file, found } = findingsSince(text, after, { path, minor: 32 });
      const since = new Set(described(found));
      // Rules with a check of their own for updates may accept what a create does not: a negative generation.
      const alone = shownFindings(after, { path, minor: 32 }).filter(({ diagnostic: { rule } }) => !rule.checkUpdate);
      const lost = described(alone).filter((each) => !since.has(each));
      assert.deepEqual(lost, [], `seed ${seed} of ${text}`);
      for (const { span } of found)
        assert.ok(span.start <= span.end && span.end <= file.text.length, `seed ${seed} of ${text}`);
    }
  });
});
