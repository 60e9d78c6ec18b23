/** Input that nobody should have to fear: each ends in one clear sentence and the right exit code, soon and in bounds. */
import assert from 'node:assert/strict';
import { folderOf, type Outcome } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const head = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\n';
/** In ms; generous, because CI machines are slow. The process itself runs with a heap of 600 MB. */
const patience = 20_000;

interface Case {
  readonly name: string;
  readonly file: string;
  readonly content: string | Buffer;
  readonly code: number;
  /** What the user reads, on either stream. */
  readonly says: RegExp;
}

const levels = 10_000;
const bomb = `${head}  annotations:\n    a0: &a0 [${Array.from({ length: 9 }, () => 'x').join(',')}]\n${Array.from({ length: 12 }, (_, i) => `    a${i + 1}: &a${i + 1} [${Array.from({ length: 9 }, () => `*a${i}`).join(',')}]\n`).join('')}`;

const cases: readonly Case[] = [
  {
    name: 'a file of 50 MB',
    file: 'big.yaml',
    content: Buffer.alloc(50_000_000, `${head}---\n`),
    code: 2,
    says: /big\.yaml has 48 MiB; files above 32 MiB are not read\. Split it, or use --max-file-size 48MiB\./,
  },
  {
    name: 'aliases that expand to billions',
    file: 'bomb.yaml',
    content: bomb,
    code: 1,
    says: /The aliases of this document expand to far more than is written\./,
  },
  {
    name: `${levels} nested flow lists`,
    file: 'a.yaml',
    content: `${head}x: ${'['.repeat(levels)}${']'.repeat(levels)}\n`,
    code: 1,
    says: /nests deeper than 500 levels/,
  },
  {
    name: `${levels} nested flow mappings`,
    file: 'a.yaml',
    content: `${head}x: ${'{a: '.repeat(levels)}${'}'.repeat(levels)}\n`,
    code: 1,
    says: /nests deeper than 500 levels/,
  },
  {
    name: `${levels} nested block lists`,
    file: 'a.yaml',
    content: `${head}x:\n  ${'- '.repeat(levels)}a\n`,
    code: 1,
    says: /nests deeper than 500 levels/,
  },
  {
    name: `${levels} nested block lists, all closed at once`,
    file: 'a.yaml',
    content: `${head}x:\n  ${'- '.repeat(levels)}a\ny: b\n`,
    code: 1,
    says: /nests deeper than 500 levels/,
  },
  {
    name: `${levels} nested keys`,
    file: 'a.yaml',
    content: `${head}${'? '.repeat(levels)}a\ny: b\n`,
    code: 1,
    says: /nests deeper than 500 levels/,
  },
  {
    name: `${levels} nested JSON lists`,
    file: 'a.json',
    content: `{"kind": "Endpoints", "apiVersion": "v1", "x": ${'['.repeat(levels)}${']'.repeat(levels)}}`,
    code: 1,
    says: /nests deeper than 500 levels/,
  },
  {
    name: 'brackets that never close',
    file: 'a.yaml',
    content: `${head}x: ${'['.repeat(levels)}`,
    code: 1,
    says: /nests deeper than 500 levels/,
  },
  {
    name: 'thousands of open quotes',
    file: 'a.yaml',
    content: head + Array.from({ length: 5_000 }, (_, i) => `k${i}: "x\n`).join(''),
    code: 1,
    says: /This quote is never closed\./,
  },
  {
    name: 'half a million brackets that close nothing',
    file: 'a.yaml',
    content: `${head}${']'.repeat(500_000)}\n`,
    code: 1,
    says: /a\.yaml:5:1 {2}error\[syntax-error\] {2}This does not belong here\./,
  },
  {
    name: 'two hundred thousand lines without a colon',
    file: 'a.yaml',
    content: `${head}${'a\n'.repeat(200_000)}`,
    code: 1,
    says: /a\.yaml:5:1 {2}error\[syntax-error\] {2}This key has no colon\./,
  },
  {
    name: 'numbers with a million digits',
    file: 'a.json',
    content: `{"apiVersion":"v1","kind":"Endpoints","subsets":[{"ports":[{"port":${'7'.repeat(1_000_000)}},{"port":-${'7'.repeat(1_000_000)}}]}]}`,
    code: 1,
    says: /error\[integer-out-of-range\] {2}7{1000000} does not fit into 32 bits;/,
  },
  {
    name: 'a number with a million digits, which YAML has not',
    file: 'a.yaml',
    content: `${head}subsets:\n- ports:\n  - port: ${'7'.repeat(1_000_000)}\n`,
    code: 1,
    says: /error\[wrong-type\] {2}"7{47}…" is a string/,
  },
  {
    name: 'a hundred thousand labels',
    file: 'a.yaml',
    content: `${head}  labels:\n${Array.from({ length: 100_000 }, (_, i) => `    k${i % 50_000}: v\n`).join('')}`,
    code: 1,
    says: /"k0" is set twice in this object/,
  },
  {
    name: 'one line of 5 MB',
    file: 'a.yaml',
    content: `${head}  annotations: {a: "${'x'.repeat(5_000_000)}"}\n`,
    code: 1,
    says: /The annotations take 5000001 bytes; the limit is 262144\./,
  },
  {
    name: 'a template that never ends',
    file: 'a.yaml',
    content: `${head}x: ${'{{'.repeat(300)}`,
    code: 1,
    says: /nests deeper|never closed|cannot be a key/,
  },
  {
    name: 'variables that are never closed',
    file: 'a.yaml',
    content: `${head}x: ${'${a'.repeat(100_000)}`,
    code: 1,
    says: /Endpoints has no field "x"/,
  },
  {
    name: 'binary data',
    file: 'a.yaml',
    content: Buffer.from([0, 1, 2, 255, 254, 0x45]),
    code: 2,
    says: /a\.yaml is not UTF-8 text\. Save it as UTF-8, or exclude it\./,
  },
  {
    name: 'invalid UTF-8',
    file: 'a.yaml',
    content: Buffer.concat([Buffer.from(`${head}# `), Buffer.from([0xff]), Buffer.from('\n')]),
    code: 2,
    says: /a\.yaml is not UTF-8 text\./,
  },
  {
    name: 'UTF-16',
    file: 'a.yaml',
    content: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(head, 'utf16le')]),
    code: 2,
    says: /a\.yaml is UTF-16\. Save it as UTF-8\./,
  },
  {
    name: 'control characters',
    file: 'a.yaml',
    content: `${head}  namespace: a\u0007b\n`,
    code: 1,
    says: /The control character U\+0007 cannot stand in YAML\./,
  },
  {
    name: 'an empty file',
    file: 'a.yaml',
    content: '',
    code: 0,
    says: /No Endpoints found in 1 file; nothing to check\./,
  },
  {
    name: 'a kind in a line that is indented by mistake',
    file: 'a.yaml',
    content: 'apiVersion: v1\n kind: Endpoints\nmetadata: {name: a}\n',
    code: 1,
    says: /a\.yaml:1:13 {2}error\[syntax-error\]/,
  },
  // Recorded: an API server accepts them.
  {
    name: 'carriage returns alone',
    file: 'a.yaml',
    content: head.replaceAll('\n', '\r'),
    code: 0,
    says: /a\.yaml:2:7 .*1 resource in 1 file/s,
  },
];

describe('bad input', () => {
  const having = temporary(folderOf);

  for (const { name, file, content, code, says } of cases) {
    it(`${name}: exit code ${code}`, () => {
      const outcome = having({ [file]: content }).run('check', file);
      assert.equal(outcome.code, code, said(outcome));
      assert.match(outcome.err + outcome.out, says);
      assert.ok(!/\bat .*\.js:\d+/.test(outcome.err), said(outcome));
      assert.ok(outcome.time < patience, `${outcome.time} ms`);
    });
  }

  it('a directory in which nothing is a manifest: exit code 0', () => {
    const { run } = having({
      'a/readme.md': '#',
      'a/values.yaml': 'a: 1\n',
      'a/image.json': Buffer.from([0x89, 0x50, 0, 0xff]),
    });
    const { code, out, err } = run('check', 'a');
    assert.deepEqual([code, out, err], [0, 'No Endpoints found in 1 file; nothing to check.\n', '']);
  });

  it('a directory given as a file in JSON format keeps to one object on standard output', () => {
    const { code, out, err } = having({ 'a.yaml': Buffer.from([0xff]) }).run('check', 'a.yaml', '--format', 'json');
    const problems = ['a.yaml is not UTF-8 text. Save it as UTF-8, or exclude it.'];
    const nothing = { diagnostics: [], accepted: [], checkedFiles: [], skipped: [], problems };
    assert.deepEqual([code, JSON.parse(out)], [2, { version: 1, files: 0, resources: 0, placeholders: 0, ...nothing }]);
    assert.match(err, /^endpoints: a\.yaml is not UTF-8 text\..*\n$/);
  });

  it('--fix leaves a text alone that it cannot read', () => {
    const { run } = having({ 'a.yaml': `${head}x: [\nsubsets:\n- ports:\n  - protocol: tcp\n` });
    const { code, out } = run('check', '--fix');
    assert.equal(code, 1);
    assert.match(out, /error/);
  });
});

function said({ out, err }: Outcome): string {
  return `${err}${out}`.slice(0, 2_000);
}
