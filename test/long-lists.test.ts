/** After an edit in a long list, its text has the tree, the facts and the findings that it has when it is read anew. */
import assert from 'node:assert/strict';
import { documentSymbols, flatSymbols } from '../server/src/features/outline/document-symbols.ts';
import { endpointPhrase } from '../server/src/features/outline/endpoint-counts.ts';
import { describedObjects } from '../server/src/features/service-objects.ts';
import { locatedIn } from '../server/src/features/lsp.ts';
import { viewIn } from '../server/src/features/view.ts';
import { fileFacts, reuseFacts } from '../server/src/analysis/facts/file-facts.ts';
import { readFile, type ReadOptions } from '../server/src/frontends/frontends.ts';
import { rereadFile } from '../server/src/frontends/documents/reread.ts';
import { newestMinor } from '../server/src/contract/version.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { sliced } from '../server/src/text/long-text.ts';
import { documentsOf, type SourceFile } from '../server/src/tree/document.ts';
import { itemBlocks } from '../server/src/tree/item-blocks.ts';
import { childrenOf, type Value } from '../server/src/tree/value.ts';
import { settingsFor } from './support/checking.ts';
import { edited, randomFrom } from './support/long-texts.ts';
import {
  asJson,
  asTemplate,
  halfTypedLine,
  listEdit,
  longEndpoints,
  longSlice,
  templateEdit,
  type ListEdit,
} from './support/long-lists.ts';
import { times } from './support/runs.ts';

const settings = settingsFor(newestMinor);
const options = { isPartial: false, isByItem: true } as const;
const undivided = { isPartial: false } as const;

const texts: Readonly<Record<string, string>> = {
  Endpoints: longEndpoints({ count: 600 }),
  'indented Endpoints': longEndpoints({ count: 280, indent: '  ' }),
  'Endpoints with Windows line ends': longEndpoints({ count: 280 }).replaceAll('\n', '\r\n'),
  'a slice': longSlice({ count: 300 }),
  'an indented slice': longSlice({ count: 200, indent: '  ' }),
  'two objects': `${longEndpoints({ count: 200 })}---\n${longSlice({ count: 200 })}`,
};

/** With quotes and comments in each item, and empty collections. */
const quotedTexts: Readonly<Record<string, string>> = {
  'Endpoints with quotes and comments': longEndpoints({ count: 200 })
    .replaceAll(/uid: (.*)/g, 'uid: "$1"')
    .replaceAll(/(nodeName: worker-[12])/g, "$1 # known\n    # 'a comment'"),
  'a slice with apostrophes': longSlice({ count: 200 })
    .replaceAll(/zone: (.*)/g, "zone: '$1'")
    .replaceAll(/hints:\n.*\n.*name: zone-a/g, 'deprecatedTopology: {}'),
};

const jsonTexts: Readonly<Record<string, string>> = {
  'Endpoints as JSON': asJson(longEndpoints({ count: 300 })),
  'a slice as JSON': asJson(longSlice({ count: 300 })),
};

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

describe('an edit in a long list', () => {
  for (const [name, text] of Object.entries({ ...texts, ...jsonTexts })) {
    it(`gives what reading anew gives: ${name}`, function () {
      this.timeout(times(300_000));
      let taken = 0;
      for (let seed = 1; seed <= seeds; seed++) taken += editAll(text, seed);
      assert.ok(taken > 2, `only ${taken} edits left blocks alone`);
    });
  }

  for (const [what, text = '', least] of [
    ['', texts['Endpoints'], 9],
    [' of JSON', jsonTexts['a slice as JSON'], 5],
  ] as const)
    it(`leaves all blocks${what} alone but the one around it`, () => {
      const at = text.indexOf('worker-1', text.length / 2);
      const [before, after] = typed(text, [{ start: at, end: at, written: 'x' }]);
      assert.ok(before && after);
      const known = blocksIn(before);
      assert.ok(known.size >= least);
      assert.equal([...blocksIn(after)].filter((block) => !known.has(block)).length, 1);
      assert.deepEqual(findingsIn(after), findingsIn(readFile('a.yaml', after.text, options)));
    });

  it('leaves blocks alone when a quote is closed that made the text unreadable', () => {
    const text = texts['Endpoints'] ?? '';
    const start = text.indexOf('worker-1', text.length / 2);
    const end = text.indexOf('\n', start);
    const opened = { start, end: start, written: '"' };
    const closed = { start: end + 1, end: end + 1, written: '"' };
    const [before, broken, after] = typed(text, [opened, closed]);
    assert.ok(before && broken && after);
    const known = blocksIn(before);
    assert.equal([...blocksIn(broken)].filter((block) => !known.has(block)).length, 1);
    assert.equal([...blocksIn(after)].filter((block) => !known.has(block)).length, 1);
    assert.deepEqual(findingsIn(after), findingsIn(readFile('a.yaml', after.text, options)));
  });

  it('leaves blocks alone in a text that is opened with a half-typed key', () => {
    for (const name of ['Endpoints', 'Endpoints with Windows line ends', 'an indented slice']) {
      const text = texts[name] ?? '';
      const below = text.indexOf('\n', text.indexOf('nodeName', text.length / 2)) + 1;
      const indent = /^ */.exec(text.slice(text.lastIndexOf('\n', below - 2) + 1))?.[0] ?? '';
      const opened = edited(text, { start: below, end: below, written: `${indent}hos${/\r?\n/.exec(text)?.[0]}` });
      const at = below + indent.length + 3;
      const [before, broken, after] = typed(opened, [
        { start: at, end: at, written: 't' },
        { start: at + 1, end: at + 1, written: ': web' },
      ]);
      assert.ok(before && broken && after && hasIssues(before) && hasIssues(broken) && !hasIssues(after));
      assert.equal(blocksIn(before).size, 0);
      assert.ok(blocksIn(broken).size > 1, name);
      assertAnew(before, broken, broken.text, name);
      assertAnew(broken, after, after.text, name);
      assert.ok(blocksIn(after).size > 1, name);
    }
  });

  it('uses the blocks of a list again where another part of the object changes', () => {
    const text = texts['a slice'] ?? '';
    const at = text.indexOf('8080');
    const [before, after] = typed(text, [{ start: at, end: at, written: '1' }]);
    assert.ok(before && after);
    const known = blocksIn(before);
    assert.ok([...blocksIn(after)].every((block) => known.has(block)));
    assert.deepEqual(findingsIn(after), findingsIn(readFile('a.yaml', after.text, options)));
  });
});

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

describe('a line that is being typed in a long list', () => {
  for (const [name, text] of Object.entries({ ...texts, ...quotedTexts })) {
    it(`gives what reading anew gives: ${name}`, function () {
      this.timeout(times(300_000));
      const random = randomFrom(7);
      let taken = 0;
      for (let i = 0; i < lines; i++) taken += typeLine(text, halfTypedLine(text, random), random);
      assert.ok(taken > 5, `only ${taken} texts with a syntax error left blocks alone`);
    });
  }
});

describe('lines that are being typed at several places of a long list', () => {
  for (const [name, text] of Object.entries({ ...texts, ...quotedTexts })) {
    it(`give what reading anew gives: ${name}`, function () {
      this.timeout(times(300_000));
      let taken = 0;
      for (let seed = 1; seed <= seeds; seed++) taken += typeLines(text, seed);
      assert.ok(taken > 4, `only ${taken} texts with syntax errors at several places left blocks alone`);
    });
  }
});

/** How many texts with syntax errors at several places left blocks alone. */
function typeLines(base: string, seed: number): number {
  const random = randomFrom(seed);
  let taken = 0;
  let [text, file, places] = [base, readFile('a.yaml', base, options), 0];
  for (let i = 0; i < 16; i++) {
    const edit = random(3) === 0 ? listEdit(text, random) : halfTypedLine(text, random);
    const [before, was, wereAt] = [file, text, places];
    text = edited(was, edit);
    const change = { start: edit.start, end: edit.end, length: edit.written.length };
    file = rereadFile('a.yaml', before, { change, after: sliced(text), options });
    assertAnew(before, file, text, `seed ${seed}, edit ${i}: ${JSON.stringify(edit)}`);
    places = hasIssues(file) ? places + 1 : 0;
    if (places > 1 && blocksIn(file).size > 1) taken++;
    // Undoes what no longer has divided lists.
    else if (blocksIn(file).size === 0) [text, file, places] = [was, before, wereAt];
  }
  return taken;
}

/** How many texts with a syntax error left blocks alone, while the line is written letter by letter and removed. */
function typeLine(base: string, line: ListEdit, random: (below: number) => number): number {
  const { start, written } = line;
  const end = start + written.length;
  const typedTo = start + random(written.length);
  const edits: readonly ListEdit[] = [
    { start, end: start, written: written.slice(0, typedTo - start) },
    { start: typedTo, end: typedTo, written: written.slice(typedTo - start) },
    // Another line is edited before this one is finished.
    { start: end + 3, end: end + 3, written: 'x' },
    { start, end, written: '' },
  ];
  let taken = 0;
  let [text, file] = [base, readFile('a.yaml', base, options)];
  for (const edit of edits) {
    const before = file;
    text = edited(text, edit);
    const change = { start: edit.start, end: edit.end, length: edit.written.length };
    file = rereadFile('a.yaml', before, { change, after: sliced(text), options });
    assertAnew(before, file, text, JSON.stringify(line));
    if (hasIssues(file) && blocksIn(file).size > 1) taken++;
  }
  return taken;
}

/** The file before the edits, and after each of them. */
function typed(base: string, edits: readonly ListEdit[]): readonly SourceFile[] {
  let [text, file] = [base, readFile('a.yaml', base, options)];
  const files = [file];
  for (const edit of edits) {
    text = edited(text, edit);
    const change = { start: edit.start, end: edit.end, length: edit.written.length };
    file = rereadFile('a.yaml', file, { change, after: sliced(text), options });
    findingsIn(file);
    files.push(file);
  }
  return files;
}

/** How many of the edits left blocks alone. In a template, lists are divided only here: the rules must not find less then. */
function editAll(base: string, seed: number, nextEdit = listEdit): number {
  const anew = nextEdit === templateEdit ? undivided : options;
  const random = randomFrom(seed);
  let taken = 0;
  let [text, file] = [base, readFile('a.yaml', base, options)];
  for (let i = 0; i < 20; i++) {
    const edit = nextEdit(text, random);
    const { start, end, written } = edit;
    const [before, was] = [file, text];
    text = edited(was, edit);
    file = rereadFile('a.yaml', before, {
      change: { start, end, length: written.length },
      after: sliced(text),
      options,
    });
    const what = `seed ${seed}, edit ${i}: ${JSON.stringify(edit)}`;
    assertAnew(before, file, text, what, anew);
    const [known, now] = [blocksIn(before), blocksIn(file)];
    if ([...now].filter((block) => known.has(block)).length > 1) taken++;
    // Mostly undoes a syntax error, and what no longer has divided lists.
    if ((now.size === 0 || hasIssues(file)) && random(8) > 0) [text, file] = [was, before];
  }
  return taken;
}

function assertAnew(
  before: SourceFile,
  file: SourceFile,
  text: string,
  what: string,
  anew: ReadOptions = options,
): void {
  reuseFacts(before, file);
  assertEqual(file, readFile('a.yaml', text, anew), what);
}

function assertEqual(file: SourceFile, anew: SourceFile, what: string): void {
  // The findings first: those who find them must not depend on items that were asked for before.
  assert.deepEqual(findingsIn(file), findingsIn(anew), what);
  assert.deepEqual(fileFacts(file), fileFacts(anew), what);
  assert.deepEqual(outlineOf(file), outlineOf(anew), what);
  assert.deepEqual(plainFile(file), plainFile(anew), what);
}

function hasIssues(file: SourceFile): boolean {
  return documentsOf(file).some(({ issues }) => issues.length > 0);
}

function blocksIn(file: SourceFile): ReadonlySet<object> {
  const blocks = new Set<object>();
  const visit = (value: Value): void => {
    const own = value.kind === 'sequence' ? itemBlocks(value) : undefined;
    if (own) for (const { block } of own) blocks.add(block);
    else childrenOf(value).forEach(visit);
  };
  for (const { root } of documentsOf(file)) if (root) visit(root);
  return blocks;
}

function findingsIn(file: SourceFile): unknown {
  return checkFile(file, settings).map(({ span, severity, diagnostic }) => {
    const { rule, resource, ...rest } = diagnostic;
    return { ...rest, span, severity, code: rule.code, type: resource?.type };
  });
}

function outlineOf(file: SourceFile): unknown {
  const located = locatedIn(file.text, 'utf-16');
  const view = viewIn({ uri: 'file:///a.yaml', located }, newestMinor, () => file);
  return [documentSymbols(view), flatSymbols(view), describedObjects(view).map(endpointPhrase)];
}

function plainFile({ text, parts }: SourceFile): unknown {
  return { text, parts: parts.map(({ start, document: { ...document } }) => ({ start, document })) };
}
