/** Blocks of YAML and JSON in Markdown: where they are found, what is said of them, and that nothing is written. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { readMarkdown } from '../server/src/frontends/markdown-blocks.ts';
import { folderOf } from './support/process.ts';
import { times } from './support/runs.ts';
import { temporary } from './support/temporary.ts';

const bad = [
  'apiVersion: v1',
  'kind: Endpoints',
  'metadata: {name: db}',
  'subsets:',
  '  - addresses:',
  '      - ip: 127.0.0.1',
];
const json =
  '{"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "a"}, "subsets": [{"addresses": [{"ip": "127.0.0.1"}]}]}';
const fenced = (lead: string, lines: readonly string[], info = 'yaml', fence = '```'): string =>
  [`${fence}${info}`, ...lines, fence].map((line) => `${lead}${line}\n`).join('');

describe('Markdown', () => {
  const having = temporary(folderOf);
  const placesIn = (text: string): readonly string[] => {
    const { out, err } = having({ 'a.md': text }).run('check', 'a.md', '--format', 'json', '--quiet');
    assert.equal(err, '');
    const { diagnostics } = JSON.parse(out) as {
      diagnostics: { range: Record<'start' | 'end', { line: number; column: number }> }[];
    };
    return diagnostics.map(({ range: { start, end } }) => `${start.line}:${start.column}-${end.column}`);
  };

  it('is looked for in directories where that is asked for, and read where it is named', () => {
    const { run } = having({
      'docs/a.md': fenced('', bad),
      'docs/b.markdown': fenced('', bad),
      'docs/c.yaml': bad.join('\n'),
    });
    const filesIn = (...args: readonly string[]): readonly string[] => {
      const { diagnostics } = JSON.parse(run('check', '--format', 'json', '--quiet', ...args).out) as {
        diagnostics: { file: string }[];
      };
      return diagnostics.map(({ file }) => file);
    };
    assert.deepEqual(filesIn('docs'), ['docs/c.yaml']);
    assert.deepEqual(filesIn('docs', '--markdown'), ['docs/a.md', 'docs/b.markdown', 'docs/c.yaml']);
    assert.deepEqual(filesIn('docs/a.md'), ['docs/a.md']);
    assert.deepEqual(filesIn('docs/*'), ['docs/c.yaml']);
    assert.deepEqual(filesIn('docs/*.m*', '--markdown'), ['docs/a.md', 'docs/b.markdown']);
  });

  const places: readonly (readonly [what: string, text: string, found: readonly string[]])[] = [
    ['a block', `# Title\n\n${fenced('', bad)}`, ['9:13-22']],
    [
      'blocks of any spelling',
      ['yml', 'YAML title="x"', ' yaml {a}', 'yaml'].map((info) => fenced('', bad, info)).join('\n'),
      ['7:13-22', '16:13-22', '25:13-22', '34:13-22'],
    ],
    ['a block of tildes', fenced('', bad, 'yaml', '~~~~'), ['7:13-22']],
    ['JSON', fenced('', [json], 'json'), ['2:104-115']],
    ['a block in a list', `1. one\n\n${fenced('   ', bad)}`, ['9:16-25']],
    ['a block in a list in a list', `- a\n  - b\n\n${fenced('    ', bad)}`, ['10:17-26']],
    ['a block in a quotation', fenced('> ', bad), ['7:15-24']],
    ['a block that is never closed', `\`\`\`yaml\n${bad.join('\n')}`, ['7:13-22']],
    ['documents', `- x\n\n${fenced('  ', ['---', ...bad, '---', ...bad, '...'])}`, ['10:15-24', '17:15-24']],
    [
      'no block that leaves out lines',
      [['...'], [...bad, '...'], ['---', ...bad, '...', 'a: b']].map((end) => fenced('', [...bad, ...end])).join('\n'),
      [],
    ],
    ['line breaks of Windows', fenced('', bad).replaceAll('\n', '\r\n'), ['7:13-22']],
    [
      'no block of another language',
      ['sh', 'shell', 'console', 'go', 'yamllint', 'yaml-like', 'jsonnet', 'jsonc', 'textile']
        .map((info) => fenced('', bad, info))
        .join('\n'),
      [],
    ],
    ['a block without a language', fenced('', bad, ''), ['7:13-22']],
    ['a block of text', fenced('', ['---', '# The endpoints', ...bad], 'text'), ['9:13-22']],
    ['JSON without a language', fenced('', [json], ''), ['2:104-115']],
    ['a here-document', fenced('', ['cat <<EOF | kubectl apply -f -', ...bad, 'EOF'], 'shell'), ['8:13-22']],
    [
      'here-documents in a list and in a quotation',
      `- x\n\n${fenced('  ', ["$ kubectl apply -f - <<'EOF'", ...bad, 'EOF', 'ls'], 'console')}\n${fenced('> ', ['cat > a.yaml <<EOF', ...bad, 'EOF'], '')}`,
      ['10:15-24', '22:15-24'],
    ],
    [
      'what a command prints, up to the next command',
      fenced('', ['$ kubectl get endpoints db -o yaml', ...bad, '$ ls', 'x: ['], 'console'),
      ['8:13-22'],
    ],
    [
      'commands in a block with the language of a manifest',
      [
        fenced('', ['kubectl apply -f - <<EOF', ...bad, 'EOF']),
        fenced('', ['$ kubectl get ep db -o yaml', ...bad]),
        fenced('', ['kubectl get ep db -o yaml', ...bad]),
      ].join(''),
      ['8:13-22', '18:13-22'],
    ],
    [
      'what commands print after other prompts',
      fenced(
        '',
        ['me@host:~/k$ cat db.yaml', ...bad, '# kubectl get ep -ojson', json, '> oc get ep -o yaml', ...bad],
        'sh',
      ),
      ['8:13-22', '10:104-115', '17:13-22'],
    ],
    [
      'no block that only mentions an object',
      [
        ['func f() {', 'apiVersion: v1', 'kind: Endpoints', '}'],
        ['kubectl get endpoints', 'apiVersion: v1', 'kind: Endpoints'],
        ['kind: Endpoints', 'name: DB_x'],
        ['apiVersion: v1', 'kind: Endpoints', 'metadata: {name: "a}'],
        ['spec:', '  apiVersion: v1', '  kind: Endpoints'],
      ]
        .map((lines) => fenced('', lines, ''))
        .join('\n'),
      [],
    ],
    [
      'no here-document of another command',
      fenced('', ['cat <<EOF', ...bad, 'EOF', 'kubectl delete -f - <<EOF', ...bad, 'EOF'], 'bash'),
      [],
    ],
    [
      'no other output of a command',
      fenced('', ['$ kubectl get endpoints', 'NAME  ENDPOINTS', '$ kubectl describe endpoints', ...bad], 'console'),
      [],
    ],
    ['no indented code', `text\n\n${bad.map((line) => `    ${line}\n`).join('')}`, []],
    ['no comment', `<!--\n${fenced('', bad)}-->\n`, []],
    ['a block below a tab', `-\tx\n\n${fenced('\t', bad)}`, ['9:14-23']],
    [
      'no block of uneven lines',
      `  \`\`\`yaml\n${bad.map((line, i) => `${i % 2 === 0 ? '' : '  '}${line}\n`).join('')}`,
      [],
    ],
    ['no quotation of uneven marks', fenced('> ', bad).replace('> kind', '>kind'), []],
    ['no part of an object', fenced('', bad.slice(3)), []],
    ['nothing that leaves something out', fenced('', [...bad, '      ...']), []],
    [
      'an object that is broken',
      fenced('', ['apiVersion: v1', 'kind: Endpoints', 'metadata: {name: "a}']),
      ['4:18-20'],
    ],
  ];
  for (const [what, text, found] of places) it(`is read: ${what}`, () => assert.deepEqual(placesIn(text), found));

  it('stands alone: examples repeat names, and speak of what is not there', () => {
    const good = bad.join('\n').replace('127.0.0.1', '10.0.0.1').split('\n');
    const text = `${fenced('', good)}\n${fenced('', good)}`;
    const manifest = `apiVersion: v1\nkind: Service\nmetadata: {name: other}\nspec: {ports: [{port: 1}]}\n---\n${good.join('\n')}\n`;
    const { out, code } = having({ 'a.md': text, 'b.md': text, 'c.yaml': manifest }).run(
      'check',
      '.',
      '--markdown',
      '--format',
      'json',
    );
    const { diagnostics } = JSON.parse(out) as { diagnostics: { file: string; code: string }[] };
    const inMarkdown = diagnostics.filter(({ file }) => file.endsWith('.md')).map((each) => each.code);
    assert.deepEqual([[...new Set(inMarkdown)], code], [['deprecated-endpoints'], 0]);
    assert.ok(diagnostics.some((each) => each.file === 'c.yaml' && each.code === 'missing-service'));
  });

  it('is left as it is by --fix, which says so', () => {
    const text = fenced('', [...bad, '    ports: [{port: 1, protocol: tcp}]']);
    const { run, path } = having({ 'a.md': text });
    const { out, err, code } = run('check', '--markdown', '--fix', '--quiet');
    assert.deepEqual([err, code], ['endpoints: --fix does not change Markdown files.\n', 1]);
    assert.match(out, /^2 errors in 1 resource in 1 file\.$/m);
    assert.equal(out.includes('--fix can'), false);
    assert.equal(readFileSync(join(path, 'a.md'), 'utf8'), text);
  });

  it('is silenced as manifests are', () => {
    const { run } = having({
      'a.md': fenced('', [...bad.slice(0, 5), `${bad[5] ?? ''} # endpoints: ignore[loopback-ip] an example`]),
    });
    assert.equal(run('check', 'a.md', '--quiet').code, 0);
  });

  it('is cut into documents that make up the whole text, whatever it says', () => {
    const line = fc.constantFrom(
      '',
      '- ',
      '> ',
      '```yaml',
      '```',
      '```sh',
      'kubectl apply -f - <<EOF',
      'EOF',
      '$ kubectl get ep -o yaml',
      '~~~json',
      '```',
      '---',
      '...',
      'kind: Endpoints',
      '  subsets:',
      json,
      '\tx',
      '1. ',
      '\r',
    );
    const indent = fc.constantFrom('', ' ', '  ', '   ', '\t', '> ', '- ');
    fc.assert(
      fc.property(fc.array(fc.tuple(indent, line), { maxLength: 30 }), (lines) => {
        const text = `endpoints\n${lines.map((pair) => pair.join('')).join('\n')}`;
        const { parts } = readMarkdown(text);
        let at = 0;
        for (const { start, document } of parts) {
          assert.equal(start, at);
          at += document.text.length;
          const own = text.slice(start, at);
          // What belongs to the Markdown is blank.
          assert.ok(
            [...document.text].every((char, k) => char === ' ' || char === own[k]),
            text,
          );
        }
        assert.equal(at, text.length);
      }),
      { numRuns: times(2000) },
    );
  });

  it('is read in no time, however it is nested', () => {
    for (const text of ['> '.repeat(20_000), '- '.repeat(20_000), '```yaml\n'.repeat(50_000), '[a\n'.repeat(50_000)])
      assert.equal(readMarkdown(`endpoints\n${text}`).text.length, text.length + 10);
  });
});
