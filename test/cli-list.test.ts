/** `endpoints list`: what it prints for people and for programs, for manifests and programs, and of files that it cannot read. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ListedResource } from '../server/src/analysis/listing/listing.ts';
import { shownOutput, titledFiles } from './support/console-page.ts';
import { folderOf } from './support/process.ts';
import { root } from './support/root.ts';
import { staticImportsOf } from './support/source-files.ts';
import { temporary } from './support/temporary.ts';

interface Listed {
  readonly version: number;
  readonly files: readonly { readonly file: string; readonly resources: readonly ListedResource[] }[];
}

const page = readFileSync(join(root, 'docs/cli/list.md'), 'utf8');
const object = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db, namespace: shop}\n';

describe('endpoints list', () => {
  const having = temporary(folderOf);
  const listed = (files: Readonly<Record<string, string>>, ...args: readonly string[]): Listed => {
    const { out, err, code } = having(files).run('list', '--format', 'json', ...args);
    assert.deepEqual([err, code], ['', 0]);
    return JSON.parse(out) as Listed;
  };
  const only = (name: string, text: string): ListedResource => {
    const [first, ...more] = listed({ [name]: text }, name).files.flatMap(({ resources }) => resources);
    assert.equal(more.length, 0);
    return first ?? assert.fail('Nothing is listed.');
  };

  it('prints what its page shows', () => {
    const folder = having(titledFiles(page));
    const { out, err, code } = folder.run('list', 'index.ts', 'service.yaml');
    assert.deepEqual([out, err, code], [shownOutput(page, 'endpoints list index.ts service.yaml'), '', 0]);
    const { out: json } = folder.run('list', 'index.ts', '--format', 'json');
    const shown = JSON.parse(/^```json\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '') as Listed;
    const printed = (JSON.parse(json) as Listed).files[0]?.resources[0] ?? assert.fail(json);
    const members = shown.files[0]?.resources[0] ?? assert.fail(page);
    assert.deepEqual(Object.keys(printed), Object.keys(members));
    const { kind, apiVersion, namespace, name, token, call, resourceName, resourceNameRange } = printed;
    const head = { kind, apiVersion, namespace, name, token, call, resourceName, resourceNameRange };
    assert.deepEqual({ ...members, ...head }, members);
    assert.ok(json.includes('"call": [8, 1, 14, 22]'), 'a range is on one line');
  });

  it('prints the given readings of all programs', () => {
    const folder = join(root, 'test/data/programs');
    const expected = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.expected.json'),
    );
    const paths = expected.map((path) => path.replace('.expected.json', '')).sort();
    const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
    const found = new Map(listed(files, ...paths).files.map(({ file, resources }) => [file, resources]));
    assert.deepEqual([...found.keys()], paths);
    for (const path of paths) {
      const { resources } = JSON.parse(
        readFileSync(join(folder, `${path}.expected.json`), 'utf8'),
      ) as Listed['files'][0];
      const readings = found.get(path)?.map(({ kind: _k, apiVersion: _a, namespace: _n, name: _m, ...each }) => each);
      assert.deepEqual(readings, resources, path);
    }
  });

  it('lists an object of a manifest', () => {
    const text = `# a comment\n---\n${object}subsets:\n  - addresses: [{ip: 10.0.0.1}]\n    ports: []\n`;
    const at = (path: string, value: string, ...range: readonly number[]): object => ({ path, value, range });
    assert.deepEqual(only('db.yaml', text), {
      kind: 'Endpoints',
      apiVersion: 'v1',
      namespace: 'shop',
      name: 'db',
      token: null,
      call: [3, 1, 8, 14],
      resourceName: null,
      resourceNameRange: null,
      properties: {
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: { name: 'db', namespace: 'shop' },
        subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [] }],
      },
      options: {},
      leaves: [
        at('apiVersion', 'v1', 3, 13, 3, 15),
        at('kind', 'Endpoints', 4, 7, 4, 16),
        at('metadata.name', 'db', 5, 18, 5, 20),
        at('metadata.namespace', 'shop', 5, 33, 5, 37),
        at('subsets[0].addresses[0].ip', '10.0.0.1', 7, 22, 7, 30),
        { path: 'subsets[0].ports', empty: 'list', range: [8, 12, 8, 14] },
      ],
      optionLeaves: [],
      keys: [
        { path: 'apiVersion', range: [3, 1, 3, 11] },
        { path: 'kind', range: [4, 1, 4, 5] },
        { path: 'metadata', range: [5, 1, 5, 9] },
        { path: 'metadata.name', range: [5, 12, 5, 16] },
        { path: 'metadata.namespace', range: [5, 22, 5, 31] },
        { path: 'subsets', range: [6, 1, 6, 8] },
        { path: 'subsets[0].addresses', range: [7, 5, 7, 14] },
        { path: 'subsets[0].addresses[0].ip', range: [7, 18, 7, 20] },
        { path: 'subsets[0].ports', range: [8, 5, 8, 10] },
      ],
    });
  });

  it('lists a block of Pulumi YAML by its name', () => {
    const text = `name: p
runtime: yaml
resources:
  db:
    type: kubernetes:core/v1:EndpointsPatch
    properties: {metadata: {name: "\${x}", namespace: shop}}
    options: {dependsOn: ["\${y}"], protect: true}
`;
    const { leaves, keys: _keys, properties: _properties, ...rest } = only('Pulumi.yaml', text);
    assert.deepEqual(rest, {
      kind: 'EndpointsPatch',
      apiVersion: 'v1',
      namespace: 'shop',
      name: null,
      token: 'kubernetes:core/v1:EndpointsPatch',
      call: [4, 3, 7, 50],
      resourceName: 'db',
      resourceNameRange: [4, 3, 4, 5],
      options: { dependsOn: [{ $opaque: true }], protect: true },
      optionLeaves: [
        { path: 'dependsOn[0]', opaque: true, range: [7, 27, 7, 33] },
        { path: 'protect', value: true, range: [7, 45, 7, 49] },
      ],
    });
    assert.deepEqual(leaves[0], { path: 'metadata.name', opaque: true, range: [6, 35, 6, 41] });
  });

  it('lists Services and slices, objects of Lists and of ConfigMaps, and no JSON patch', () => {
    const inMap = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: |\n${object.replaceAll(/^(?=.)/gm, '    ')}`;
    const files = {
      'a.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\n',
      'b.json': JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: [{ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: { name: 'b' } }],
      }),
      'c.yaml': inMap,
      'kustomization.yaml':
        'patches:\n  - target: {kind: Endpoints}\n    patch: |-\n      - {op: add, path: /metadata/labels, value: {}}\n',
      'other.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n',
    };
    assert.deepEqual(
      listed(files).files.map(({ file, resources }) => [file, resources.map(({ kind, name }) => `${kind} ${name}`)]),
      [
        ['a.yaml', ['Service a']],
        ['b.json', ['EndpointSlice b']],
        ['c.yaml', ['Endpoints db']],
      ],
    );
  });

  it('marks what a template decides', () => {
    const text = `${object}subsets:\n  - addresses:\n      {{- range .Values.ips }}\n      - ip: {{ . }}\n      {{- end }}\n`;
    const { out, code } = having({ 'a.yaml': text }).run('list');
    const words = out.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, ' | '));
    assert.deepEqual(
      [words.slice(5), code],
      [
        [
          '7:13 | subsets[0].addresses[0].ip | unknown',
          'subsets[0].addresses | may have more items',
          '',
          '1 resource in 1 file: 4 known values, 1 unknown.',
          '',
        ],
        0,
      ],
    );
  });

  it('lists the documents of a file in their order', () => {
    const run = having({ 'a.yaml': `${object}---\n${object.replace('name: db', 'name: mq')}` });
    const { out } = run.run('list', 'a.yaml');
    assert.match(out, /^Endpoints shop\/db \(a\.yaml:1:1\)\n[^]*\nEndpoints shop\/mq \(a\.yaml:5:1\)\n/);
  });

  it('finds nothing', () => {
    const { out, err, code } = having({ 'a.yaml': 'a: 1\n' }).run('list');
    assert.deepEqual([out, err, code], ['No Endpoints, EndpointSlices or Services found in 1 file.\n', '', 0]);
    assert.deepEqual(listed({ 'a.yaml': 'a: 1\n' }), { version: 1, files: [] });
  });

  it('names what it cannot read', () => {
    const ytt =
      '#@ load("@ytt:data", "data")\napiVersion: v1\nkind: Endpoints\nmetadata:\n  name: #@ data.values.name\n';
    const files = { 'a.yaml': object, 'broken.yaml': 'kind: Endpoints\nx: [\n', 'ytt.yaml': ytt };
    const { out, err, code } = having(files).run('list', '.', 'missing.yaml');
    assert.match(out, /\n1 resource in 1 file: 4 known values, 0 unknown\. 1 skipped: ytt \(ytt\.yaml\)\.\n$/);
    assert.match(err, /^endpoints: missing\.yaml does not exist\. Check the path\.\nendpoints: broken\.yaml:\d+:\d+: /);
    assert.equal(code, 2);
  });

  it('leaves out what the settings exclude', () => {
    const files = { 'a.yaml': object, 'old/a.yaml': object, 'endpoints.config.yaml': 'exclude: [old/]\n' };
    assert.deepEqual(
      listed(files).files.map(({ file }) => file),
      ['a.yaml'],
    );
  });

  it('prints no control characters', () => {
    const text = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: "a\\u001b[31m", labels: {"\\u0007": "\\u001b"}}\n';
    const { out } = having({ 'a.yaml': text }).run('list');
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f]/);
  });

  it('is not loaded by a check', () => {
    const loaded = new Set(['cli.ts', 'cli/check/run-check.ts'].map((file) => join(root, 'server/src', file)));
    for (const file of loaded) for (const other of staticImportsOf(file)) loaded.add(other);
    assert.ok(loaded.size > 100);
    const paths = [...loaded].map((file) => relative(root, file));
    assert.deepEqual(
      paths.filter((path) => /\b(?:list|listing)[/\\]/.test(path)),
      [],
    );
  });

  it('refuses wrong usage', () => {
    const run = having({});
    assert.deepEqual(
      ['--format=yaml', '--formt=json'].map((option) => {
        const { err, code } = run.run('list', option);
        return [err, code];
      }),
      [
        ['endpoints: --format yaml is not a valid value. Use text or json.\n', 2],
        ['endpoints: There is no option --formt. Did you mean --format?\n', 2],
      ],
    );
  });
});
