/** Every gesture's fixture page, run as tests: exact answers on exact texts. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersOf, updatePage, type Answer } from './support/gesture-page.ts';
import { gestures } from './support/gestures.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { root } from './support/root.ts';

const folder = join(root, 'test/fixtures/features');
const isUpdate = process.env['UPDATE'] === '1';

// Texts are read while the tests are declared.
await loadGrammarsOf('a.ts', 'a.js', 'a.py', 'a.go', 'a.cs', 'a.java');

describe('features', () => {
  for (const file of readdirSync(folder)) {
    describe(file.replace(/\.md$/, ''), () => {
      const path = join(folder, file);
      if (isUpdate) before(() => updatePage(path, draw));
      for (const [i, answer] of answersOf(readFileSync(path, 'utf8')).entries()) {
        it(`${answer.heading} (${answer.gesture} ${i + 1})`, async () => {
          const drawn = await draw(answer);
          if (!isUpdate) assert.equal(drawn, answer.text);
        });
      }
      if (!file.startsWith('program-')) return;
      it('edits with the line breaks of Windows where the text has them', async () => {
        const page = readFileSync(path, 'utf8').replace(
          /^```(?:typescript|javascript|python|go|csharp|java|yaml)\b/gm,
          '$& crlf',
        );
        for (const answer of answersOf(page).filter(({ gesture }) => gesture === 'edit'))
          assert.equal(
            (await draw(answer)).replace(/␍?\n$/, ''),
            answer.text.trimEnd().replaceAll('\n', '␍\n'),
            answer.heading,
          );
      });
    });
  }
});

async function draw({ input, gesture, attributes }: Answer): Promise<string> {
  const render = gestures[gesture];
  assert.ok(render, `no gesture ${gesture}`);
  const text = await render(input, attributes);
  return text === '' ? '' : `${text}\n`;
}
