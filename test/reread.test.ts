/** Reading a long text after an edit gives what reading it anew gives, and cutting a List into its items changes no finding. */
import assert from 'node:assert/strict';
import { readFile } from '../server/src/frontends/frontends.ts';
import { rereadFile } from '../server/src/frontends/documents/reread.ts';
import { lineStarts } from '../server/src/text/line-index.ts';
import {
  longText,
  replaceSpan,
  sliceOf,
  sliced,
  startsOf,
  wholeOf,
  type LongText,
  type SlicedText,
} from '../server/src/text/long-text.ts';
import { documentsOf, type SourceFile } from '../server/src/tree/document.ts';
import { settingsFor } from './support/checking.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { edited, editOf, listOf, objectAt, randomFrom, streamOf } from './support/long-texts.ts';

const options = { isPartial: false, isByItem: true };

const texts: Readonly<Record<string, string>> = {
  'a stream': streamOf(260),
  'a List': listOf(260, 0),
  'an indented List': listOf(260, 2),
  'Lists among documents': `${objectAt(0)}---\n${listOf(240, 0)}---\n# c\n${objectAt(1)}...\n${listOf(230, 2)}--- # x\n${listOf(9, 0)}`,
  'a List with Windows line ends': listOf(240, 2).replaceAll('\n', '\r\n'),
};

describe('reading again', () => {
  for (const [name, base] of Object.entries(texts)) {
    it(`gives the file that reading anew gives: ${name}`, function () {
      this.timeout(120_000);
      let taken = 0;
      for (let seed = 1; seed <= 3; seed++) taken += editAll(base, seed);
      assert.ok(taken > 4, `only ${taken} edits left the other documents alone`);
    });
  }

  it('reads one item of a List for a letter in it', () => {
    const base = texts['a List'] ?? '';
    const at = base.indexOf('host-150');
    const before = readFile('a.yaml', base, options);
    const long = replaceSpan(longText(base), { start: at, end: at }, 'x');
    const after = rereadFile('a.yaml', before, {
      change: { start: at, end: at, length: 1 },
      after: inPieces(long),
      options,
    });
    const kept = new Set(documentsOf(before));
    assert.equal(documentsOf(after).length, kept.size);
    assert.equal(documentsOf(after).filter((document) => !kept.has(document)).length, 1);
  });

  it('takes in what joins two documents, or ends one', () => {
    const stream = streamOf(6);
    const list = listOf(260, 0);
    for (const [base, was, is] of [
      [`${stream}--- # The last one.`, '--- # The', '-- # The'],
      [`${stream}---`, /---$/, '--'],
      [`${list.replace(/kind: List[^]*$/, '')}- kind: Endpoints`, /- kind: Endpoints$/, ' - kind: Endpoints'],
      [list, /\nkind: List/, '\n...\nkind: List'],
      [
        `apiVersion: v1\nkind: List\nitems:\n${list.split('items:\n')[1]?.replace(/kind: List[^]*$/, '')}...\n${stream}`,
        '\n...\n',
        '\n..\n',
      ],
      [list, 'hostname: host-150', 'hostname: |+'],
    ] as const) {
      const after = base.replace(was, is);
      assert.notEqual(after, base);
      let start = 0;
      while (base[start] === after[start]) start++;
      let behind = 0;
      while (
        behind < after.length - start &&
        behind < base.length - start &&
        base.at(-1 - behind) === after.at(-1 - behind)
      )
        behind++;
      const change = { start, end: base.length - behind, length: after.length - behind - start };
      const before = readFile('a.yaml', base, options);
      const file = rereadFile('a.yaml', before, { change, after: sliced(after), options });
      assert.deepEqual(withoutGetters(file), withoutGetters(readFile('a.yaml', after, options)), is);
    }
  });

  it('finds in the items what is found in the List', () => {
    for (const [name, text] of Object.entries(texts)) {
      const [whole, byItem] = [false, true].map((isByItem) => readFile('a.yaml', text, { isPartial: false, isByItem }));
      assert.ok(whole && byItem && (name === 'a stream' || byItem.parts.length > whole.parts.length), name);
      assert.deepEqual(findingsIn(byItem), findingsIn(whole), name);
      assert.ok(findingsIn(whole).length > 50, name);
    }
  });

  it('takes a List as a whole where its items belong together', () => {
    const base = texts['a List'] ?? '';
    const isByItem = (text: string): boolean => readFile('a.yaml', text, options).parts.length > 1;
    assert.ok(isByItem(base));
    for (const [was, is] of [
      ['host-150', '&a host-150'],
      ['host-150', '{{ .Values.host }}'],
      ['apiVersion: v1\nitems:', '# endpoints: ignore[loopback-ip] all\napiVersion: v1\nitems:'],
      ['kind: List', 'kind: Lisst'],
      ['kind: List', 'items: []\nkind: List'],
      ['host-150\n', 'host-150\r'],
    ] as const) {
      assert.ok(base.includes(was), was);
      assert.ok(!isByItem(base.replace(was, is)), is);
    }
  });
});

/** How many of the edits were read without the whole text. */
function editAll(base: string, seed: number): number {
  const random = randomFrom(seed);
  let taken = 0;
  let long = longText(base);
  let file = readFile('a.yaml', base, options);
  for (let i = 0; i < 8; i++) {
    const text = wholeOf(long);
    const edit = editOf(
      text,
      file.parts.map(({ start }) => start),
      random,
    );
    const { start, end, written } = edit;
    const after = edited(text, edit);
    long = replaceSpan(long, { start, end }, written);
    assert.equal(wholeOf(long), after);
    assert.deepEqual(startsOf(long), lineStarts(after));
    const before = file;
    file = rereadFile('a.yaml', before, {
      change: { start, end, length: written.length },
      after: inPieces(long),
      options,
    });
    const anew = readFile('a.yaml', after, options);
    assert.deepEqual(withoutGetters(file), withoutGetters(anew), `seed ${seed}, edit ${i}: ${JSON.stringify(edit)}`);
    if (documentsOf(file).filter((document) => documentsOf(before).includes(document)).length > 100) taken++;
  }
  return taken;
}

function withoutGetters({ text, parts }: SourceFile): unknown {
  return { text, parts: parts.map(({ start, document: { ...document } }) => ({ start, document })) };
}

function findingsIn(file: SourceFile): readonly unknown[] {
  return checkFile(file, settingsFor(36)).map(({ span, severity, diagnostic: { rule, message, path } }) => ({
    span,
    severity,
    code: rule.code,
    message,
    path,
  }));
}

function inPieces(long: LongText): SlicedText {
  return { text: wholeOf(long), slice: (start, end) => sliceOf(long, start, end) };
}
