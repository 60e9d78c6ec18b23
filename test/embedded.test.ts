/** Objects inside of other objects: their fixes, their ignores, what commands do with them, and what it costs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from '../server/src/frontends/frontends.ts';
import { readMarkdown } from '../server/src/frontends/markdown-blocks.ts';
import { readShell } from '../server/src/frontends/shell-heredocs.ts';
import type { SourceFile } from '../server/src/tree/document.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { checkText, settingsFor } from './support/checking.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const object = (...lines: readonly string[]): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n${lines.map((line) => `${line}\n`).join('')}`;
const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
const inConfigMap = (text: string, header = '|'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a.yaml: ${header}\n${indented(text, 4)}  b: c\n`;
const inTask = (text: string): string => `- name: x\n  kubernetes.core.k8s:\n    definition:\n${indented(text, 6)}`;
const inTaskText = (text: string): string => `- name: x\n  k8s:\n    definition: |\n${indented(text, 6)}  when: x\n`;
const carriers = { inConfigMap, inTask, inTaskText };

describe('embedded objects', () => {
  const having = temporary(folderOf);

  const fixes: readonly (readonly [what: string, before: string, after: string])[] = [
    [
      'a value',
      object('subsets:', '- ports: [{port: 1, protocol: tcp}]'),
      object('subsets:', '- ports: [{port: 1, protocol: TCP}]'),
    ],
    ['a name', object('Subsets:', '- addresses: []'), object('subsets:', '- addresses: []')],
    ['an entry', object('  selfLink: /x', 'subsets: []'), object('subsets: []')],
    [
      'an item of a list',
      object('subsets:', '- addresses:', '  - ip: 10.0.0.1 # a', '    IP: 10.0.0.1'),
      object('subsets:', '- addresses:', '  - ip: 10.0.0.1 # a', '    IP: 10.0.0.1'),
    ],
  ];
  for (const [name, wrap] of Object.entries(carriers))
    for (const [what, before, after] of fixes)
      it(`are fixed at their place: ${what}, ${name}`, () => {
        const { run, path } = having({ 'a.yaml': wrap(before) });
        run('check', 'a.yaml', '--fix');
        assert.equal(readFileSync(join(path, 'a.yaml'), 'utf8'), wrap(after));
      });

  it('are silenced by comments inside of them', () => {
    const subsets = ['subsets:', '- addresses:', '  - ip: 127.0.0.1 # endpoints: ignore[loopback-ip] a test'];
    for (const wrap of Object.values(carriers)) {
      const reported = checkText(wrap(object(...subsets)));
      assert.deepEqual(
        reported.map(({ code }) => code),
        ['deprecated-endpoints'],
      );
    }
  });

  it('are named by endpoints convert, which leaves them alone', () => {
    const subsets = ['subsets:', '- addresses: [{ip: 10.0.0.1}]', '  ports: [{port: 1}]'];
    for (const [name, wrap] of Object.entries(carriers)) {
      const text = wrap(object(...subsets));
      const { run, path } = having({ 'a.yaml': text });
      const { err } = run('convert', '.');
      const carrier = name === 'inConfigMap' ? 'a ConfigMap' : 'an Ansible task';
      assert.ok(err.includes(`This object is inside of ${carrier}. Convert it by hand.`), err);
      assert.equal(readFileSync(join(path, 'a.yaml'), 'utf8'), text);
    }
  });

  it('are read from line breaks of Windows, and from any style of a block scalar that keeps lines', () => {
    const text = object('subsets:', '- addresses: [{ip: 127.0.0.1}]');
    for (const header of ['|', '|-', '|+', '|2', '| # a comment'])
      for (const whole of [inConfigMap(text, header), inConfigMap(text, header).replaceAll('\n', '\r\n')]) {
        const found = checkText(whole).find(({ code }) => code === 'loopback-ip');
        assert.equal(found && whole.slice(found.start, found.end), '127.0.0.1', header);
      }
    for (const header of ['>', '>-']) assert.deepEqual(checkText(inConfigMap(text, header)), []);
  });

  it('say what carries them', () => {
    const text = object('subsets: []');
    const named = (file: SourceFile): readonly (string | undefined)[] =>
      file.parts.flatMap(({ document }) => document.resources.map(({ embedding }) => embedding?.in));
    const read = (each: string): SourceFile => readFile('a.yaml', each, { isPartial: false });
    assert.deepEqual(named(read(inConfigMap(text))), ['a ConfigMap']);
    assert.deepEqual(named(read(`${inTask(text)}---\n${text}`)), ['an Ansible task', undefined]);
    assert.deepEqual(named(readShell(`kubectl apply -f - <<EOF\n${text}EOF\n`)), ['a shell script']);
    assert.deepEqual(named(readMarkdown(`~~~\n${text}~~~\n`)), ['a Markdown block']);
  });

  it('are parts in a file that a script extends, and unknown where it edits the file or may expect a failure', () => {
    const slice = 'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: a}\n';
    const codesOf = (script: string): readonly string[] =>
      checkFile(readShell(script), settingsFor(33)).map(({ diagnostic }) => diagnostic.rule.code);
    const into = (file: string, rest = ''): string => `cat > ${file} <<EOF\n${slice}EOF\n${rest}`;
    assert.ok(codesOf(into('a.yaml')).includes('missing-field'));
    assert.ok(codesOf(into('a.yaml', 'echo "endpoints:" >> b.yaml\n')).includes('missing-field'));
    assert.deepEqual(codesOf(into('a.yaml', 'echo "addressType: IPv4" >> a.yaml\n')), []);
    assert.deepEqual(codesOf(into('a.yaml', 'echo x | tee -a a.yaml\n')), []);
    assert.deepEqual(codesOf(into('a.yaml', 'sed -i s/name/addressType/ a.yaml\n')), []);
    assert.ok(codesOf(into('a.yaml', 'sed -i s/a/b/ a.yaml.bak other.yaml\n')).includes('missing-field'));
    assert.deepEqual(codesOf(`run kubectl apply -f - <<EOF\n${slice}EOF\n`), []);
    const inYaml = `run: |\n${indented(into('a.yaml', 'echo x >> a.yaml\n'), 2)}`;
    assert.deepEqual(checkText(inYaml), []);
  });

  it('keep a text that does not change, which is read once', () => {
    const texts = `${inConfigMap(object('subsets: []'))}---\n${inTask(object('subsets: []'))}`;
    const before = readFile('a.yaml', texts, { isPartial: false });
    const after = readFile('a.yaml', `${texts}---\nkind: x\n`, { isPartial: false, previous: before });
    assert.equal(after.parts[0]?.document, before.parts[0]?.document);
  });

  it('are read in no time, however many there are and however deep they are', () => {
    const many = Array.from({ length: 3_000 }, (_, i) => `  k${i}: |\n${indented(object('subsets: []'), 4)}`).join('');
    const map = readFile('a.yaml', `apiVersion: v1\nkind: ConfigMap\ndata:\n${many}`, { isPartial: false });
    assert.equal(map.parts[0]?.document.resources.length, 3_000);
    const deep = Array.from({ length: 300 }, (_, i) => `${'  '.repeat(i)}- block:\n`).join('');
    assert.ok(
      readFile('a.yaml', `${deep}${'  '.repeat(300)}- k8s: {definition: {kind: Endpoints}}\n`, { isPartial: false }),
    );
    const aliases = Array.from({ length: 60 }, (_, i) => `- block: &b${i + 1} [{block: *b${i}}, {block: *b${i}}]\n`);
    assert.ok(
      readFile('a.yaml', `- block: &b0 [{k8s: {definition: {kind: Endpoints}}}]\n${aliases.join('')}`, {
        isPartial: false,
      }),
    );
  });
});
