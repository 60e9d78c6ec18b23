/**
 * Programs after random edits: reading never fails, every span stays inside of the text, and a text that was edited reads as it
 * does anew. `PROPERTY_RUNS` multiplies the number of edits.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestMinor } from '../server/src/contract/version.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { Reading } from '../server/src/project/reading.ts';
import { documentsOf, type Document } from '../server/src/tree/document.ts';
import { childrenOf, type Value } from '../server/src/tree/value.ts';
import { sliced } from '../server/src/text/long-text.ts';
import type { Span } from '../server/src/text/span.ts';
import { randomFrom } from './support/long-texts.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { aloneAround, settingsFor } from './support/checking.ts';

const folder = join(root, 'test/data/programs');
const programs = readdirSync(folder, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(name, file)))
  .filter((file) => !file.endsWith('.json'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

/** With all programs, 20,000 edits. */
const edits = Math.ceil(20_000 / programs.length);

/** Parts that open, close or cut something in one of the languages. */
const pieces =
  `" ' \` ( ) { } [ ] , . : ; = => -> + \${ # // /* */ """ \\ ... ** f" $" @" null None x 0 é 💡 new if(x){ def`
    .split(' ')
    .concat('', '', ' ', '\n', 'def f():\n', 'if (x) {\n');

describe('programs after random edits', () => {
  before(() => loadGrammarsOf('a.ts', 'a.js', 'a.py', 'a.go', 'a.cs', 'a.java'));

  for (const [number, { file, text }] of programs.entries()) {
    it(file, function () {
      this.timeout(120_000 * times(1));
      const random = randomFrom(number + 1);
      let [at, edited] = [0, text];
      let reading: Reading | undefined;
      for (let i = 0; i < times(edits); i++) {
        // After some edits on top of each other, the text would be nonsense.
        if (i % 8 === 0) [edited, reading] = [text, undefined];
        at = random(edited.length + 1);
        const end = Math.min(edited.length, at + (random(3) === 0 ? random(30) : random(2)));
        const piece = pieces[random(pieces.length)] ?? '';
        edited = edited.slice(0, at) + piece + edited.slice(end);
        const change = { start: at, end, length: piece.length };
        const now = edited;
        reading = new Reading(file, sliced(now), reading ? { before: reading, change } : {});
        const [document] = documentsOf(reading.read(false));
        assert.ok(document);
        checkSpans(document, edited);
        if (i % 40 !== 0) continue;
        // The parser keeps the tree of its last text for a small edit: not behind a text of another length.
        readFile(file, ' '.repeat(2_000) + text, { isPartial: false });
        const fresh = readFile(file, edited, { isPartial: false });
        assert.deepEqual(document, documentsOf(fresh)[0]);
        for (const { diagnostic } of checkFile(fresh, settingsFor(newestMinor), aloneAround(fresh)))
          checkSpan(diagnostic.span, edited);
      }
    });
  }
});

function checkSpans({ root: tree, references, ignores, resources, neighbours }: Document, text: string): void {
  if (tree) checkValue(tree, text);
  for (const { rootSpan } of references) checkSpan(rootSpan, text);
  for (const { span } of [...ignores, ...resources, ...neighbours]) checkSpan(span, text);
}

function checkValue(value: Value, text: string): void {
  checkSpan(value.span, text);
  if ((value.kind === 'scalar' || value.kind === 'opaque') && value.origin) checkSpan(value.origin, text);
  if (value.kind === 'mapping') for (const { key } of value.entries) checkSpan(key, text);
  for (const child of childrenOf(value)) checkValue(child, text);
}

function checkSpan({ start, end }: Span, text: string): void {
  assert.ok(start >= 0 && start <= end && end <= text.length, `${start}–${end} in ${text.length}`);
}
