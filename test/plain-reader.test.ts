/**
 * The fast reader and the authority make the same of every text that the fast one takes. `PROPERTY_RUNS` multiplies
 * the number of texts, which otherwise take a few seconds.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { maskTemplates } from '../server/src/frontends/template.ts';
import { withFlowOnOneLine } from '../server/src/frontends/yaml/flow.ts';
import { readPlain } from '../server/src/frontends/yaml/plain-reader.ts';
import { readAnyYaml, readYaml } from '../server/src/frontends/yaml/read-yaml.ts';
import { actionsIn } from '../server/src/text/template-actions.ts';
import { segment } from '../server/src/frontends/yaml/segment.ts';
import { mutate } from './support/mutate.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';
import { texts } from './support/whole-texts.ts';
import { yamlText } from './support/yaml-texts.ts';

const wanted = times(6_000);

/** The most that one of the properties below may take. */
const patience = 60_000 + wanted * 20;

describe('the fast reader', () => {
  it('makes of everything that the project has, as it is and changed, what the authority makes', function () {
    this.timeout(patience);
    const all = everyText();
    let taken = 0;
    for (let round = 0; round === 0 || taken < wanted * 0.4; round++) {
      for (const [i, text] of all.entries()) {
        // The large ones are slow to compare.
        if (round > 0 && text.length > 3_000 && (round + i) % 10 > 0) continue;
        taken += compare(round === 0 ? text : mutate(text, round * all.length + i));
        if (round > 0 && taken >= wanted * 0.4) break;
      }
    }
  });

  it('makes of made-up texts what the authority makes', function () {
    this.timeout(patience);
    atLeast(yamlText, wanted * 0.2, 200);
  });

  it('agrees on lines in any order and indentation', function () {
    this.timeout(patience);
    const line = fc.tuple(fc.nat(6), fc.constantFrom(...contents)).map(([indent, each]) => ' '.repeat(indent) + each);
    const text = fc
      .tuple(fc.array(line, { maxLength: 7 }), fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n'))
      .map(([lines, lineBreak, end]) => (lines.join('\n') + end).replaceAll('\n', lineBreak));
    atLeast(text, wanted * 0.4, 1_000);
  });

  it('keeps all offsets outside of template actions', function () {
    this.timeout(patience);
    const line = fc.tuple(fc.nat(4), fc.constantFrom(...contents)).map(([indent, each]) => ' '.repeat(indent) + each);
    const text = fc
      .tuple(fc.array(line, { maxLength: 9 }), fc.constantFrom('\n', '\r\n'))
      .map(([lines, lineBreak]) => lines.join('\n').replaceAll('\n', lineBreak));
    fc.assert(
      fc.property(text, (each) => {
        const masked = maskTemplates(each, 'kubernetes').text;
        const isInside = new Set(
          actionsIn(each).flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
        );
        assert.equal(masked.length, each.length);
        for (let i = 0; i < each.length; i++) if (!isInside.has(i)) assert.equal(masked[i], each[i]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes what people write', () => {
    for (const { name, path, text } of texts.filter(
      ({ text: each }) => !each.includes('!!') && !each.includes('\n---'),
    )) {
      if (!path.endsWith('.json')) assert.ok(readPlain(text, 'kubernetes').isRead, name);
    }
  });

  it('goes past open quotes by itself', () => {
    for (const text of ['a: "b\nc: d\n', "- 'e\n- f\n", 'g: [h, "i]\nj: k\n', 'l: "m']) {
      assert.ok(readPlain(text, 'kubernetes').openQuote > 0, text);
      assert.equal(compare(text), 2, text);
    }
  });
});

describe('the authority', () => {
  it('reads the first line behind a mark of the byte order as any other', () => {
    const { root: tree, issues } = readAnyYaml('\uFEFF- |\n one\n', 'kubernetes', []);
    assert.deepEqual(issues, []);
    assert.ok(tree?.kind === 'sequence' && tree.items[0]?.kind === 'scalar' && tree.items[0].value === 'one\n');
  });
});

/** Compares the texts of an arbitrary, so many at a time, until enough are taken. */
function atLeast(text: fc.Arbitrary<string>, count: number, numRuns: number): void {
  for (let taken = 0; taken < count;) taken += takenOf(text, numRuns);
}

function takenOf(text: fc.Arbitrary<string>, numRuns: number): number {
  let taken = 0;
  const property = fc.property(text, (each) => {
    taken += compare(each);
  });
  fc.assert(property, { numRuns });
  return taken;
}

/** How many ways of reading the parts of the text are the fast reader's own. */
function compare(text: string): number {
  let taken = 0;
  for (const { text: part } of segment(text)) {
    for (const form of ['kubernetes', 'pulumi'] as const) {
      const masked = maskTemplates(part, form);
      if (!isTaken(masked.text, form)) continue;
      taken++;
      const { plainRoot: _, ...read } = readYaml(masked.text, form, masked.lines);
      const expected = readAnyYaml(masked.text, form, masked.lines);
      if (!isDeepStrictEqual(read, expected)) assert.deepEqual(read, expected, JSON.stringify(masked.text));
    }
  }
  return taken;
}

/** True where the fast reader makes anything of the text: a tree, an open quote, or a tree once brackets are on one line. */
function isTaken(text: string, form: 'kubernetes' | 'pulumi'): boolean {
  const { isRead, openQuote } = readPlain(text, form);
  return isRead || openQuote >= 0 || readPlain(withFlowOnOneLine(text), form).isRead;
}

/** Everything of YAML that the project has: examples, the fences of all pages and fixtures, what real servers were asked. */
function everyText(): readonly string[] {
  const folders = ['examples', 'docs', 'test/fixtures/rules', 'test/fixtures/features', 'test/fixtures/convert'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.svg'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  );
  const fences = files.flatMap((file) =>
    [...file.matchAll(/^```yaml[^\n]*\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? ''),
  );
  const names = ['verdicts.json', 'slice-verdicts.json', 'fuzz-verdicts.json', 'fuzz-slice-verdicts.json'];
  const manifests = names.flatMap((name) => recorded<{ manifest: string }>(name).map(({ manifest }) => manifest));
  const scalars = recorded<{ scalar: string }>('scalars.json').map(
    ({ scalar }) => `a: ${scalar}\nb: [${scalar}]\n${scalar}: c\n`,
  );
  const plain = files.filter((file) => !file.includes('```'));
  return [...plain, ...fences, ...manifests, ...scalars, ...texts.map(({ text }) => text)];
}

function recorded<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(join(root, 'test/data/conformance', name), 'utf8')) as T[];
}

const contents = [
  'a:',
  'b: 1',
  'c: x y',
  '- d: 2',
  '{{ if .x }}',
  '{{- range',
  '.y }}',
  '{{ else }}',
  '{{ end }}',
  '{{ include "z" . | nindent 2 }}',
  '- e',
  '- f:',
  '-',
  '- ',
  '- - g',
  '# h',
  '#h',
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
  'j: |',
  '- >-',
  'k: >+ # l',
  'm n',
  '',
  ' ',
  '\t',
  'o: [p, {q: r}]',
  's: [',
  't, u',
  ']',
  '}',
  'v: {',
  'w: "x',
  'y"',
  "z: 'a",
  "b'",
  'c:\td\t',
  '"e": f',
  '{{ .g }}: h',
  '{{- if i }}',
  '- {{ .j }}',
  '{"k":l}',
  '"m"# n',
  'o: [p]# q',
  'r: [-, s:, {t:}]',
  'u: .inf',
  '1e6: .nan',
  'v: "w\\\'"',
  'x: "y',
  'z\u2028a: b',
  'c: d\re',
];
