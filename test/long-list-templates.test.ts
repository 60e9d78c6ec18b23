/** After an edit in a long list of a template, its text has the tree, the facts and the findings of a text that is read anew. */
import assert from 'node:assert/strict';
import { readFile } from '../server/src/frontends/frontends.ts';
import {
  assertAnew,
  assertEqual,
  blocksIn,
  editAll,
  options,
  typed,
  typeLine,
  undivided,
} from './support/edited-lists.ts';
import { asTemplate, halfTypedLine, longEndpoints, longSlice, templateEdit } from './support/long-lists.ts';
import { edited, randomFrom } from './support/long-texts.ts';
import { times } from './support/runs.ts';

const moreItems = '{{- range .Values.more }}\n  - ip: {{ . }}\n{{- end }}\n';
const eitherName = '  {{- if .Values.old }}\n  name: Large_1\n  {{- else }}\n  name: large\n  {{- end }}\n';

const templateTexts: Readonly<Record<string, string>> = {
  Endpoints: asTemplate(longEndpoints({ count: 400 })),
  'a slice': asTemplate(longSlice({ count: 200 })),
  'a slice with Windows line ends': asTemplate(longSlice({ count: 150 })).replaceAll('\n', '\r\n'),
  'a slice with its list at the end': asTemplate(
    longSlice({ count: 200 }).replace(/^(endpoints:\n[^]*)(kind:[^]*)/m, '$2$1'),
  ),
  'indented Endpoints with items that are repeated': asTemplate(longEndpoints({ count: 300, indent: '  ' })).replace(
    /^(?= {4}ports:)/m,
    moreItems.replaceAll('  -', '    -'),
  ),
  'Endpoints with a template for an item': asTemplate(longEndpoints({ count: 250 })).replace(
    /^(?= {2}notReadyAddresses:)/m,
    '  - {{ .Values.more }}\n',
  ),
  'Endpoints with a template for a field': asTemplate(longEndpoints({ count: 250 })).replace(
    /^(?= {2}ports:)/m,
    '  {{- include "shop.ports" . | nindent 2 }}\n',
  ),
  'a slice with one of two names': asTemplate(longSlice({ count: 200 })).replace('  name: large-abcde\n', eitherName),
  'Endpoints without actions above their lists': longEndpoints({ count: 200 }).replace('8080', '{{ .Values.port }}'),
  'two objects': `${asTemplate(longEndpoints({ count: 180 }))}---\n${asTemplate(longSlice({ count: 140 }))}`,
};

/** Fewer do not show that blocks are left alone. */
const [seeds, lines] = [Math.max(2, times(2)), Math.max(12, times(12))];

describe('an edit in a long list of a template', () => {
  for (const [name, text] of Object.entries(templateTexts)) {
    it(`gives what reading anew gives: ${name}`, function () {
      this.timeout(times(300_000));
      let taken = 0;
      for (let seed = 1; seed <= seeds; seed++) taken += editAll(text, seed, templateEdit);
      assert.ok(taken > 2, `only ${taken} edits left blocks alone`);
    });

    it(`gives what reading without blocks gives: ${name}`, () => {
      const anew = readFile('a.yaml', text, options);
      const whole = readFile('a.yaml', text, undivided);
      assert.ok(blocksIn(anew).size > 1);
      assert.equal(blocksIn(whole).size, 0);
      assertEqual(anew, whole, name);
    });
  }

  it('gives what reading anew gives while a line is typed', function () {
    this.timeout(times(300_000));
    const random = randomFrom(7);
    const all = Object.values(templateTexts);
    for (let i = 0; i < lines; i++) {
      const base = all[i % all.length] ?? '';
      typeLine(base, halfTypedLine(base, random), random);
    }
  });

  const text = templateTexts['Endpoints'] ?? '';
  const middle = text.length / 2;
  const literal = text.indexOf('worker-3', middle);
  const action = text.indexOf('.nodes.worker', middle);
  const below = text.indexOf('name: http');

  for (const [what, far, written] of [
    ['a statement of Jinja above', 'a {% if x %}b', '{% if .x %}\n'],
    ['a comment that ends far below', 'a # */}}', '{{/*\n'],
  ] as const)
    it(`reads again what a change masks in other blocks: ${what}`, () => {
      const last = text.lastIndexOf('worker-3', text.indexOf('notReadyAddresses'));
      const base = edited(text, { start: last, end: last + 'worker-3'.length, written: far });
      const start = base.indexOf('\n', base.indexOf('subsets:')) + 1;
      const [before, after] = typed(base, [{ start, end: start, written }]);
      assert.ok(before && after);
      assert.ok(blocksIn(before).size > 4);
      assertAnew(before, after, after.text, what);
    });

  for (const written of [
    '# endpoints: ignore[loopback-ip] known',
    'hostname: <name>',
    '{{- end }}{{- if .x }}',
    '`',
    'x',
  ])
    it(`takes in whole lines that are inserted: ${written}`, () => {
      const start = text.indexOf('  - ip: ', middle);
      const [before, after] = typed(text, [{ start, end: start, written: `    ${written}\n` }]);
      assert.ok(before && after);
      assertAnew(before, after, after.text, written);
    });

  for (const [what, start, written, blocks] of [
    ['a value', literal, 'x', 1],
    ['an action', action + 3, 'x', 1],
    ['a new action', literal, '{{ .Values.x }}-', 1],
    ['a comment', text.indexOf('\n', literal), ' {{/* known */}}', 1],
    ['a line above the list', text.indexOf('namespace'), 'x: y\n  ', 0],
    ['a line below the list', below + 6, 'x', 0],
  ] as const)
    it(`leaves other blocks alone: ${what}`, () => {
      const [before, after] = typed(text, [{ start, end: start, written }]);
      assert.ok(before && after);
      const known = blocksIn(before);
      assert.ok(known.size > 4);
      assert.equal([...blocksIn(after)].filter((block) => !known.has(block)).length, blocks);
      assertAnew(before, after, after.text, what);
    });
});
