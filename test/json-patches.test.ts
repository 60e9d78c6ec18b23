/** Patches in kustomizations and in files: fixes, ignores, what changes with a target, and that reading never fails. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rereadFile } from '../server/src/frontends/documents/reread.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { Project } from '../server/src/project/project.ts';
import { sliced } from '../server/src/text/long-text.ts';
import type { PatchRole } from '../server/src/tree/kustomization.ts';
import { kustomization } from './support/carried-texts.ts';
import { checkText, settingsFor } from './support/checking.ts';
import { mutate } from './support/mutate.ts';
import { folderOf } from './support/process.ts';
import { times } from './support/runs.ts';
import { callsIn } from './support/work.ts';
import { temporary } from './support/temporary.ts';

const operation = (path: string, value: string): string => `- op: replace\n  path: ${path}\n  value: ${value}\n`;
const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '      ');
const inline = (patch: string): string =>
  `patches:\n  - target: {kind: Endpoints}\n    patch: |\n${indented(patch)}  - path: other.yaml\n`;
const naming = (target: string, path: string): string => `patches:\n  - target: ${target}\n    path: ${path}\n`;
const codesOf = (text: string, isPartial: PatchRole = false): readonly string[] =>
  checkText(text, { isPartial }).map(({ code }) => code);

describe('JSON patches', () => {
  const having = temporary(folderOf);
  const before = operation('/Subsets/0/ports/0/port', '"5432"') + operation("'/subsets/0/ports/0/Name'", 'pg');
  const after = operation('/subsets/0/ports/0/port', '5432') + operation("'/subsets/0/ports/0/name'", 'pg');

  it('are fixed at their place, inline and in a file', () => {
    const files = {
      'a/kustomization.yaml': inline(before),
      'b/kustomization.yaml': naming('{kind: Endpoints}', 'patch.yaml'),
      'b/patch.yaml': before,
    };
    const { run, path } = having(files);
    run('check', '.', '--fix');
    const text = (name: string): string => readFileSync(join(path, name), 'utf8');
    assert.equal(text('a/kustomization.yaml'), inline(after));
    assert.equal(text('b/patch.yaml'), after);
    assert.equal(text('b/kustomization.yaml'), files['b/kustomization.yaml']);
  });

  it('keep a path that another tool completes, or whose place escapes hide', () => {
    for (const path of ['/subsets/${INDEX}/port', '"/subset\\u0073/0/prt"', '/a~1b'])
      assert.ok(!checkText(operation(path, '1'), { isPartial: 'Endpoints' }).some(({ fix }) => fix === 'safe'), path);
    assert.deepEqual(codesOf(operation('"/subset\\u0073/0/ports/0/port"', '1'), 'Endpoints'), []);
    assert.deepEqual(codesOf(operation('"/subset\\u0073/0/ports/0/prt"', '1'), 'Endpoints'), ['unknown-field']);
  });

  it('have findings at the index of their path', () => {
    const pathsOf = (path: string): readonly (string | undefined)[] =>
      checkText(operation(path, 'x'), { isPartial: 'Endpoints' }).map((each) => each.path);
    assert.deepEqual(pathsOf('/subsets/3/ports/12/port'), ['subsets[3].ports[12].port']);
    assert.deepEqual(pathsOf('/subsets/-1/ports/-/port'), ['subsets[0].ports[0].port']);
  });

  it('are silenced by comments beside them', () => {
    assert.deepEqual(codesOf(operation('/subset/0', '1'), 'Endpoints'), ['unknown-field']);
    const above = `# endpoints: ignore[unknown-field] a test\n${operation('/subset/0', '1')}`;
    assert.deepEqual(codesOf(above, 'Endpoints'), []);
    assert.deepEqual(codesOf(inline(above)), []);
  });

  it('are checked as the kind of their target, and are no objects without one', () => {
    const text = operation('/endpoints/0/addresses', '7');
    assert.deepEqual(codesOf(text, 'EndpointSlice'), ['wrong-type']);
    assert.deepEqual(codesOf(text, 'Endpoints'), ['unknown-field']);
    for (const role of ['Service', true, false]) assert.deepEqual(codesOf(text, role), [], String(role));
  });

  it('are read again when the kind of their target changes', () => {
    const project = new Project();
    const uri = 'file:///k8s/patch.yaml';
    project.set({ uri, path: 'patch.yaml', text: operation('/subsets/0/port', '1') });
    const kindsFor = (text: string): readonly string[] => {
      project.set({ uri: 'file:///k8s/kustomization.yaml', path: 'kustomization.yaml', text });
      project.place();
      const tree = project.treeOf(uri);
      return (tree?.parts ?? []).flatMap(({ document }) => document.resources.map(({ type }) => type));
    };
    assert.deepEqual(kindsFor(naming('{kind: Endpoints}', 'patch.yaml')), ['Endpoints']);
    assert.deepEqual(kindsFor(naming('{kind: EndpointSlice}', 'patch.yaml')), ['EndpointSlice']);
    assert.deepEqual(kindsFor(naming('{name: db}', 'patch.yaml')), []);
    const both = naming('{kind: Endpoints}', 'patch.yaml') + naming('{kind: Service}', './patch.yaml').slice(9);
    assert.deepEqual(kindsFor(both), []);
    assert.deepEqual(kindsFor(naming('{kind: Endpoints}', 'patch.yaml')), ['Endpoints']);
  });

  it('may read and remove what an object must not have', () => {
    const paths = ['/metadata/labels/a b', '/metadata/clusterName', '/metadata/uid', '/kind', '/endpoints/0/topology'];
    const keys = ['service.kubernetes.io~1headless', 'endpoints.kubernetes.io~1last-change-trigger-time'];
    for (const path of [...paths, ...keys.map((key) => `/metadata/annotations/${key}`)]) {
      for (const op of ['remove', 'test'])
        assert.deepEqual(codesOf(`- op: ${op}\n  path: ${path}\n`, 'EndpointSlice'), [], path);
      const moved = `- op: move\n  from: ${path}\n  path: /metadata/labels/a\n`;
      assert.deepEqual(codesOf(moved, 'EndpointSlice'), [], path);
    }
    const written = '- op: move\n  from: /metadata/labels/a\n  path: /metadata/labels/a b\n';
    assert.deepEqual(codesOf(written, 'EndpointSlice'), ['malformed-label-key']);
  });

  it('are read in files that name no checked kind', () => {
    const { run } = having({
      'kustomization.yaml': naming('{kind: Service}', 'a.yaml') + naming('{kind: Endpoints}', 'b.yaml').slice(9),
      'a.yaml': '- op: change\n  path: /spec/ports/0/port\n',
      'b.yaml': operation('/metadata/labels/a', '1'),
      'c.yaml': operation('/metadata/labels/a', '1'),
    });
    const { code, out } = run('check', '.', '--format', 'github');
    assert.equal(code, 1);
    assert.deepEqual(
      [...out.matchAll(/file=([^,]*),.*title=.*?([a-z-]+)::/g)].map(([, file, rule]) => `${file} ${rule}`),
      ['a.yaml malformed-json-patch', 'b.yaml wrong-type'],
      out,
    );
  });

  it('are converted with their object', () => {
    const { run } = having({
      'kustomization.yaml': `resources: [db.yaml]\n${inline(after)}`,
      'other.yaml': '# nothing yet\n',
      'db.yaml':
        'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets: [{addresses: [{ip: 10.0.0.1}], ports: [{port: 1}]}]\n',
    });
    const { out } = run('convert', '--diff', '.');
    assert.match(out, /^-.*target: \{kind: Endpoints\}\n(?:.*\n)*\+.*EndpointSlice/m);
  });

  it('add nothing that other files know, whatever they write', () => {
    const { run } = having({
      'kustomization.yaml': `resources: [db.yaml]\n${inline(
        operation('/metadata/name', 'web') + operation('/metadata', '{name: web}') + operation('/subsets', '[]'),
      ).replace('  - path: other.yaml\n', '')}`,
      'db.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n',
    });
    const { code, out } = run('check', '.');
    assert.equal(code, 0, out);
  });

  it('of other kinds are not read, however many there are', () => {
    const deployment = operation('/spec/replicas', '3');
    const one = (key: string): string => `  - target: {kind: Deployment}\n    ${key}: |\n${indented(deployment)}`;
    const many = (key: string): string => inline(before) + Array.from({ length: 500 }, () => one(key)).join('');
    const costOf = (key: string): number => callsIn(() => readFile('a.yaml', many(key), { isPartial: false }));
    costOf('patch');
    const [patches, texts] = [costOf('patch'), costOf('other')];
    assert.ok(patches < 1.2 * texts, `${patches} calls, ${texts} without patches`);
  });

  it(`are read after ${times(600)} changes as if they were new, and never fail`, function () {
    this.timeout(60_000);
    const list = before + operation('/metadata/labels/a~1b', '{a: [1, "b"]}');
    const several = [kustomization, kustomization, list, kustomization, inline(before), kustomization].join('---\n');
    for (let seed = 0; seed < times(600); seed++) {
      const role = [false, true, 'Endpoints', 'EndpointSlice', 'Service'][seed % 5] ?? false;
      const base = seed % 2 === 0 ? several : list;
      const text = mutate(base, seed);
      const fresh = readFile('kustomization.yaml', text, { isPartial: role });
      for (const { span } of checkFile(fresh, settingsFor(36)))
        assert.ok(span.start >= 0 && span.start <= span.end && span.end <= text.length, `seed ${seed}`);
      const options = { isPartial: role, isByItem: true };
      const at = (seed * 7919) % base.length;
      const typed = `${base.slice(0, at)}x${base.slice(at)}`;
      const again = rereadFile('kustomization.yaml', readFile('kustomization.yaml', base, options), {
        change: { start: at, end: at, length: 1 },
        after: sliced(typed),
        options,
      });
      assert.deepEqual(again.parts, readFile('kustomization.yaml', typed, options).parts, `seed ${seed}`);
    }
  });
});
