/** The fast reader for plain block style and the authority make the same tree of every text that the fast one takes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { readPlain } from '../server/src/frontends/yaml/plain.ts';
import { readAnyYaml } from '../server/src/frontends/yaml/read.ts';
import { segment } from '../server/src/frontends/yaml/segment.ts';
import { mutate } from './support/mutate.ts';
import { root } from './support/root.ts';
import { texts } from './support/whole-texts.ts';

const mutations = 60;

describe('the fast reader of plain block style', () => {
  it('makes the tree that the authority makes, or none', function () {
    this.timeout(300_000);
    let taken = 0;
    for (const text of everyText()) {
      for (let seed = 0; seed <= mutations; seed++) {
        const tried = seed === 0 ? text : mutate(text, seed);
        for (const { text: part } of segment(tried)) taken += compare(part);
      }
    }
    assert.ok(taken > 5_000, `only ${taken} texts were plain`);
  });

  it('agrees on lines in any order and indentation', function () {
    this.timeout(300_000);
    const content = fc.constantFrom(
      'a:',
      'b: 1',
      'c: x y',
      '- d: 2',
      '- e',
      '- f:',
      '-',
      '- ',
      '- - g',
      '# h',
      'i: "j"',
      "k: 'l' # m",
      'n: o:p',
      'yes: 1',
      'q: -r',
      's: 0x1F',
      't: .5',
      'u: ~',
      'v:w',
      '---',
      '...',
      'x: y: z',
      'A.b/c-d: 10.0.0.1',
      '\u00e9: 1',
      'f: \u00e9',
      '?',
      'g: ',
      ':',
      'h:  # i',
    );
    const line = fc.tuple(fc.nat(6), content).map(([indent, each]) => ' '.repeat(indent) + each);
    const text = fc.tuple(fc.array(line, { maxLength: 9 }), fc.constantFrom('\n', '\r\n'), fc.boolean());
    let taken = 0;
    fc.assert(
      fc.property(text, ([lines, lineBreak, isEnded]) => {
        taken += compare(lines.join(lineBreak) + (isEnded ? lineBreak : ''));
      }),
      { numRuns: 20_000 },
    );
    assert.ok(taken > 500, `only ${taken} texts were plain`);
  });

  it('takes what people write', () => {
    for (const name of ['block YAML', 'compact block YAML', 'block YAML with Windows line ends']) {
      const text = texts.find((each) => each.name === name)?.text ?? '';
      assert.ok(readPlain(text, 'kubernetes'), name);
    }
  });
});

function compare(text: string): number {
  let taken = 0;
  for (const form of ['kubernetes', 'pulumi'] as const) {
    const plain = readPlain(text, form);
    if (!plain) continue;
    taken++;
    const { root: tree, issues, remarks, anchors } = readAnyYaml(text, form, []);
    assert.deepEqual({ tree: plain, issues, remarks, anchors }, { tree, issues: [], remarks: [], anchors: [] }, text);
  }
  return taken;
}

/** Everything of YAML that the project has: examples, the fences of all pages and fixtures, and the texts to type in. */
function everyText(): readonly string[] {
  const folders = ['examples', 'docs/rules', 'test/fixtures/rules', 'test/fixtures/features'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  );
  const fences = files.flatMap((file) =>
    [...file.matchAll(/^```yaml[^\n]*\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? ''),
  );
  return [...files.filter((file) => !file.includes('```')), ...fences, ...texts.map(({ text }) => text)];
}
