/** After an edit in a long list, its text has the tree, the facts and the findings that it has when it is read anew. */
import assert from 'node:assert/strict';
import { readFile } from '../server/src/frontends/frontends.ts';
import {
  assertAnew,
  blocksIn,
  editAll,
  findingsIn,
  hasIssues,
  options,
  typed,
  typeLine,
  typeLines,
} from './support/edited-lists.ts';
import { asJson, halfTypedLine, longEndpoints, longSlice } from './support/long-lists.ts';
import { edited, randomFrom } from './support/long-texts.ts';
import { times } from './support/runs.ts';

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

  for (const written of ['# endpoints: ignore[loopback-ip] known', 'hostname: ${X}', 'hostname: {{ .x }}', '---', 'x'])
    it(`takes in whole lines that are inserted in it, or above it: ${written}`, () => {
      const text = texts['Endpoints'] ?? '';
      for (const place of ['  - ip: 127.0.0.1', '  - ip:', '    nodeName: Worker_1']) {
        const start = text.indexOf(place);
        const [before, after] = typed(text, [{ start, end: start, written: `    ${written}\n` }]);
        assert.ok(before && after);
        assertAnew(before, after, after.text, place);
      }
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
