/** Oddities of YAML that the API server's reader, go-yaml, accepts or rejects: the answers are those of go-yaml. */
import assert from 'node:assert/strict';
import { readFile } from '../server/src/frontends/frontends.ts';
import { checkText } from './support/checking.ts';

const head = 'apiVersion: v1\nkind: Endpoints\n';
const named = `${head}metadata: {name: db}\n`;

/** Texts that an API server accepts. */
const accepted: readonly (readonly [what: string, text: string])[] = [
  ['a comment after a quote', `${head}metadata:\n  name: "db"# the database\n`],
  ['a comment after an apostrophe', `${head}metadata:\n  name: 'db'#x\n`],
  ['a comment after a brace', `${head}metadata: {name: db}# x\nsubsets: []#\n`],
  ['a comment after a comma and an opening bracket', `${head}metadata: {name: db,#x\n  labels: {#y\n  a: b}}\n`],
  ['a comment after a header', `${head}metadata:\n  name: db\n  annotations:\n    a: |#x\n      b\n`],
  ['lone carriage returns', `${named}subsets:\n- addresses:\n  - ip: 10.0.0.1\n`.replaceAll('\n', '\r')],
  ['a lone carriage return among others', `${named}subsets:\r- addresses: [{ip: 10.0.0.1}]\n`],
  ['U+0085', `${named}subsets:\u0085- addresses: [{ip: 10.0.0.1}]\n`],
  ['U+2028', `${head}metadata:\u2028  name: db\n`],
  ['U+2029', `${head}metadata:\u2029  name: db\n`],
  ['a lone carriage return at the end of a file with CR LF', `${named.replaceAll('\n', '\r\n')}\r`],
  ['U+2028 at the end of a file with CR LF', `${named.replaceAll('\n', '\r\n')}\u2028`],
  ['a dash as a value in braces', `${head}metadata: {name: db, annotations: {a: -}}\n`],
  ['a dash as an item in brackets', `${head}metadata: {name: db, managedFields: [], finalizers: []}\nx: [-, -]\n`],
  ['a tag that ends with a comma', `${named}subsets: [!!str, {addresses: [{ip: 10.0.0.1}]}]\n`],
  ['tags that are part of a tag', `${named}x: [!a,!b,!c y, !d,!e z]\n`],
  ['an overwritten infinity', `${head}metadata: {name: db, generation: .inf, generation: 1}\n`],
  ['a generateName whose last two characters are masked', `${head}metadata: {name: db, generateName: "\\n-"}\n`],
  ['a quoted value whose further lines are not indented', `${head}metadata:\n  name: "d\\\nb"\n`],
  [
    'several of them',
    `${head}metadata:\n  name: "d\\\nb"\n  annotations:\n    a: 'c\nd'\n    e: "h\ni"\nx: ["j\nk\nl", 'm\nn']\n`,
  ],
  ['an apostrophe at the start of a line', `${head}metadata: {name: db}\nsubsets: []\nx: 'a\n\nb'\n`],
  ['an escaped apostrophe', `${head}metadata:\n  name: db\n  annotations: {a: "it\\'s", b: "\\\\'"}\n`],
  [
    'a bracket in the first column below a list item',
    `${named}subsets:\n  - {\n}\n`.replace('{\n}', '{addresses: [{ip: 10.0.0.1}]\n}'),
  ],
  [
    'a bracket and a quote in the first column',
    `${head}metadata: {name: db,\nlabels: {a: ""\n}\n}\nsubsets: []\nx: "a\nb"\n`,
  ],
  ['an apostrophe in a plain value before such a bracket', `${named}x: [{y: e"}\n]\n`],
  ['a block scalar in the column of its key', `${head}metadata:\n  name:\n  |-\n    db\n`],
  ['an anchor of a key', `${head}metadata: {name: db, annotations: {&x a: *x}}\n`],
  ['an explicit key with an unindented line', `${named}x:\n  ? "a\nb"\n  : c\n`],
  ['a key without a colon over two lines', `${named}x: {"a\nb"}\n`],
  ['an anchor that is set again inside', `${named}x: &a\n  - &a {b: c}\ny: {<<: *a}\n`],
  ['a key with a colon before a bracket', `${named}x: [a :]\n`],
  ['text behind the last bracket', `# x\n{apiVersion: v1, kind: Endpoints, metadata: {name: db}}},\n`],
  ['an explicit key after a byte order mark', `\uFEFF? apiVersion\n: v1\nkind: Endpoints\nmetadata: {name: db}\n`],
  ['YAML after a byte order mark', `\uFEFF{apiVersion: v1, kind: Endpoints, metadata: {name: db}}\n`],
  ['an explicit key', `${head}metadata:\n  ? name\n  : db\n`],
];

/** Texts that an API server cannot read, or reads as an object with a problem at a path. */
const rejected: readonly (readonly [what: string, text: string, at: string])[] = [
  ['infinity as a label key', `${head}metadata: {name: db, labels: {.Inf: ""}}\n`, 'metadata.labels[".inf"]'],
  ['no number as a label key', `${head}metadata: {name: db, labels: {.nan: ""}}\n`, 'metadata.labels[".nan"]'],
  [
    'a float as a label key',
    `${head}metadata: {name: db, labels: {123456789012345678901: a}}\n`,
    'metadata.labels["1.2345679e+20"]',
  ],
  ['a small float as a label key', `${head}metadata: {name: db, labels: {1e6: a}}\n`, 'metadata.labels["1e+06"]'],
  ['an integer beyond int64 as a key', `${head}metadata: {name: db, labels: {18446744073709551615: a}}\n`, ''],
  ['an infinity that takes effect', `${head}metadata: {name: db, annotations: {a: .inf}}\n`, ''],
  ['a key and its colon on two lines', `${head}metadata: {name: db, labels: {a\n: b}}\n`, ''],
  ['the same, indented', `${head}metadata: {name: db, labels: {a\n  : b}}\n`, ''],
  ['a key over two lines', `${head}metadata: {name: db, labels: {a\nb: c}}\n`, ''],
  ['a colon deeper than its question mark', `${head}metadata:\n  ? name\n    : db\n`, ''],
  ['a colon without a key', `${head}metadata:\n  name: db\n\u2028: x\n`, ''],
  ['a dash and a blank in brackets', `${named}x: [- ]\n`, ''],
  ['a tag before a brace', `${named}subsets: [!!str{}]\n`, ''],
  ['a tab after the colon of an explicit key', `${named}? x\n:\ty\n`, ''],
  ['a tab before a value', `${named}x:\n \t1\n`, ''],
  ['a tab in the first line of a block scalar', `${named}x: |\n  \ta\n`, ''],
  ['a tab in a new line after a plain value in braces', `${head}metadata: {name: db\n\t}\n`, ''],
  ['a key and its colon on two lines in block style', `${head}metadata\n : name: db\n`, ''],
  ['an anchor after a quote in braces', `${named}x: {'a' &x}\n`, ''],
  ['a percent sign in braces', `${named}x: {%}\n`, ''],
  ['a comma before a key', `,kind: Endpoints\napiVersion: v1\n`, ''],
  ['a document end in a quote', `${named}x: '\n...\t'\n`, ''],
  ['a document marker in a quote', `${named}x: '\n---\u0085'\n`, ''],
  ['a character before a brace', `>{apiVersion: v1, kind: Endpoints, metadata: {name: db}}\n`, ''],
  ['flow style without its first brace', `apiVersion: v1, kind: Endpoints, metadata: {name: db}}\n`, ''],
  ['flow style behind a quote', `"{apiVersion: v1, kind: Endpoints, metadata: {name: db}}\n`, ''],
  ['a second JSON value', '{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"db"}}{}', ''],
  ['a document marker after JSON', '{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"db"}}\n---\n', ''],
  ['JSON in which the first quote of a key is missing', '{"apiVersion":"v1",kind":"Endpoints"}', ''],
  ['JSON in which the last quote of a kind is missing', '{"apiVersion":"v1","kind":"Endpoints,"metadata":{}}', ''],
  ['text after a quote', `${head}metadata:\n  name: "db"x\n`, ''],
];

describe('what go-yaml reads', () => {
  for (const [what, text] of accepted) {
    it(`accepts ${what}`, () => {
      assert.deepEqual(
        checkText(text).filter((one) => one.enforcedBy === 'server'),
        [],
        JSON.stringify(text),
      );
    });
  }
  for (const [what, text, at] of rejected) {
    it(`rejects ${what}`, () => {
      const reported = checkText(text).filter((one) => one.enforcedBy === 'server');
      assert.ok(reported.length > 0, JSON.stringify(text));
      for (const { code, path } of reported) assert.equal(code === 'syntax-error' ? '' : path, at);
    });
  }
});

describe('a colon before a bracket or a comma in flow style', () => {
  it('is a part of the key or the value', () => {
    const unknown = checkText(`${head}metadata: {name: db, labels:}\nsubsets: [{ports:, addresses: [{ip: a:}]}]\n`)
      .filter(({ code }) => code === 'unknown-field' || code === 'not-an-ip')
      .map(({ path }) => path);
    assert.deepEqual(unknown, ['metadata["labels:"]', 'subsets[0]["ports:"]', 'subsets[0].addresses[0].ip']);
  });
});

/** Values of an annotation, and what go-yaml reads. */
const values: readonly (readonly [written: string, read: string])[] = [
  [String.raw`"\'a "`, "'a "],
  ['"a\u2028b"', 'a\u2028b'],
  ["'a\u2029\n b'", 'a\u2029\nb'],
  ['a\u2028   b', 'a\u2028b'],
  ['"a \\\n\n  b"', 'a \nb'],
  ['"\\\r"', ''],
];

describe('the value of a scalar', () => {
  for (const [written, read] of values) {
    it(`of ${JSON.stringify(written)} is ${JSON.stringify(read)}`, () => {
      const root = readFile('a.yaml', `${head}x: ${written}\n`, { isPartial: false }).parts[0]?.document.root;
      const value = root?.kind === 'mapping' ? root.entries[2]?.value : undefined;
      assert.equal(value?.kind === 'scalar' && value.value, read);
    });
  }
});

describe('lines of flow style in the first column', () => {
  it('leave the keys of an alias as they are', () => {
    const text = `${head}metadata: &a {name: db,\nlabel: x}\nother: *a\n`;
    const names = checkText(text)
      .filter(({ code }) => code === 'unknown-field')
      .map(({ path }) => path);
    assert.deepEqual(names, ['metadata.label', 'other']);
    const root = readFile('a.yaml', text, { isPartial: false }).parts[0]?.document.root;
    const other = root?.kind === 'mapping' ? root.entries[3]?.value : undefined;
    assert.deepEqual(other?.kind === 'mapping' && other.entries.map(({ keyText }) => keyText), ['name', 'label']);
  });
});

describe('line breaks that only YAML 1.1 has', () => {
  it('leave the spelling of a value and the offsets of findings as they are', () => {
    const text = `${head}metadata:\u2028  name: "a\r  b"\n`;
    const root = readFile('a.yaml', text, { isPartial: false }).parts[0]?.document.root;
    const metadata = root?.kind === 'mapping' ? root.entries[2]?.value : undefined;
    const name = metadata?.kind === 'mapping' ? metadata.entries[0]?.value : undefined;
    assert.ok(name?.kind === 'scalar');
    assert.deepEqual([name.value, name.text], ['a b', '"a\r  b"']);
    const finding = checkText(text).find((one) => one.code === 'malformed-name');
    assert.equal(text.slice(finding?.start, finding?.end), '"a\r  b"');
  });
});

describe('ignore comments between such line breaks', () => {
  const text = `${named}subsets:\n- addresses:\n  # endpoints: ignore[loopback-ip] why\n  - ip: 127.0.0.1\n  - ip: "127.0.0.2"# endpoints: ignore[loopback-ip] why\n  - ip: 127.0.0.3\n`;
  for (const lineBreak of ['\n', '\r\n', '\r', '\u0085', '\u2028', '\u2029']) {
    it(`apply to one address: ${JSON.stringify(lineBreak)}`, () => {
      const reported = checkText(text.replaceAll('\n', lineBreak)).filter(({ code }) => code === 'loopback-ip');
      assert.deepEqual(
        reported.map(({ path }) => path),
        ['subsets[0].addresses[2].ip'],
      );
    });
  }
});

describe('strict decoding of YAML', () => {
  const repeated = (text: string): readonly (string | undefined)[] =>
    checkText(text)
      .filter((one) => one.code === 'duplicate-key')
      .map(({ path }) => path);

  it('names repeated keys in unknown fields, in overwritten values and in lists', () => {
    assert.deepEqual(repeated(`${named}spec: {a: 1, a: 2, b: [{c: 1, c: 2}]}\n`), ['spec.a', 'spec.b[0].c']);
    assert.deepEqual(repeated(`${named}subsets: [{x: {a: 1, a: 2}}]\nsubsets: []\n`), ['subsets[0].x.a', 'subsets']);
  });

  it('names repeated keys in a field set once', () => {
    const set = '{f:a: {}, f:a: {b: 1, b: 2}, f:b: [{c: 1, c: 2}]}';
    assert.deepEqual(repeated(`${head}metadata: {name: db, managedFields: [{fieldsV1: ${set}}]}\n`), [
      'metadata.managedFields[0].fieldsV1["f:a"]',
      'metadata.managedFields[0].fieldsV1["f:a"].b',
      'metadata.managedFields[0].fieldsV1["f:b"][0].c',
    ]);
  });

  it('reads a sign behind the prefix of a binary number', () => {
    const ports = 'ports: [{port: 0b-1}, {name: a, port: 0b+11}]';
    const slice = `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: a}\naddressType: IPv4\n${ports}\n`;
    assert.deepEqual(
      checkText(slice).filter(({ enforcedBy }) => enforcedBy === 'server'),
      [],
    );
  });

  it('tells keys of other types apart', () => {
    assert.deepEqual(repeated(`${head}metadata: {name: db, annotations: {1: "a", "1": "b"}}\n`), []);
    assert.deepEqual(repeated(`${head}metadata: {name: db, annotations: {1: "a", 0x1: "b"}}\n`), [
      'metadata.annotations["1"]',
    ]);
  });
});
