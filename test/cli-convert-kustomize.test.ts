/** `endpoints convert` with kustomizations: what it writes beside the objects, and what it leaves alone. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { endpoints, pathIn, service } from './support/cli-convert.ts';
import { folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const base = {
  'base/kustomization.yaml': 'resources:\n  - db.yaml\n  - service.yaml\n',
  'base/db.yaml': endpoints('db'),
  'base/service.yaml': service('db'),
};
const prod = {
  'prod/kustomization.yaml': 'resources:\n  - ../base\nnamePrefix: eu-\npatches:\n  - path: db.yaml\n',
  'prod/db.yaml': endpoints('db', '10.30.0.14'),
};
const jsonPatch = `resources:
  - ../base
patches:
  - target:
      kind: Endpoints
      name: db
    path: db.json
`;

describe('endpoints convert in kustomizations', () => {
  const make = temporary(folderOf);
  let folder: Folder | undefined;
  const having = (files: Readonly<Record<string, string>>): Folder => (folder = make(files));
  const read = (name: string): string => readFileSync(pathIn(folder ?? make({}), name), 'utf8');
  const textsOf = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.keys(files).map((name) => [name, read(name)]));

  it('writes the patches and the replacements of overlays, and both builds have the same endpoints', () => {
    const { run } = having({ ...base, ...prod });
    const before = run('build', 'prod').out;
    const { out, err, code } = run('convert', '--write', '.');
    assert.equal(code, 0, err);
    assert.match(err, /Wrote 3 files\.\n$/);
    assert.deepEqual([...out.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, name]) => name).sort(), [
      'base/db.yaml',
      'prod/db.yaml',
      'prod/kustomization.yaml',
    ]);
    assert.match(err, /prod\/db\.yaml:2:7 {2}Endpoints shop\/db → EndpointSlice db-ipv4\n/);
    assert.doesNotMatch(err, /References to check/);
    assert.match(before, /kind: Endpoints\n[^]*name: eu-db [^]*10\.30\.0\.14/);
    const after = run('build', 'prod').out;
    assert.match(after, /kubernetes\.io\/service-name: eu-db[^\n]*\n/);
    assert.match(after, /10\.30\.0\.14/);
    assert.doesNotMatch(after, /kind: Endpoints\b|10\.20\.0\.14/);
    assert.equal(run('check', '.').code, 0);
    const second = run('convert', '--write', '.');
    assert.deepEqual([second.out, second.code], ['', 0]);
  });

  it('previews the same changes, also as JSON', () => {
    const { run } = having({ ...base, ...prod });
    const { out } = run('convert', '--report', '--format', 'json', '.');
    const report = JSON.parse(out) as { changedFiles: string[]; references: unknown[] };
    assert.deepEqual(
      [report.changedFiles.sort(), report.references],
      [['base/db.yaml', 'prod/db.yaml', 'prod/kustomization.yaml'], []],
    );
    assert.equal(read('base/db.yaml'), base['base/db.yaml']);
  });

  it('changes a file of operations', () => {
    const patch = '[{"op": "replace", "path": "/subsets/0/addresses/0/ip", "value": "10.30.0.14"}]\n';
    const { run } = having({ ...base, 'prod/kustomization.yaml': jsonPatch, 'prod/db.json': patch });
    const { code, err } = run('convert', '--write', '.');
    assert.equal(code, 0, err);
    assert.equal(read('prod/db.json'), patch.replace('/subsets/0/addresses/0/ip', '/endpoints/0/addresses/0'));
    assert.equal(
      read('prod/kustomization.yaml'),
      jsonPatch.replace('kind: Endpoints', 'kind: EndpointSlice').replace('name: db', 'name: db-ipv4'),
    );
  });

  it('changes only files that are named, and says which one it would have to change', () => {
    const files = { ...base, ...prod };
    const { run } = having(files);
    const { out, err, code } = run('convert', '--write', 'base');
    assert.deepEqual([out, code], ['', 1]);
    assert.match(
      err,
      / {4}Its patch at prod\/kustomization\.yaml:5 is in prod\/db\.yaml, which this conversion does not change\./,
    );
    assert.deepEqual(textsOf(files), files);
  });

  it('leaves alone what a root delivers that cannot be built', () => {
    const files = {
      ...base,
      'prod/kustomization.yaml': 'resources:\n  - ../base\n  - https://example.com/shop?ref=1\n',
    };
    const { run } = having(files);
    const { out, err, code } = run('convert', '--write', '.');
    assert.deepEqual([out, code], ['', 1]);
    assert.match(
      err,
      / {4}prod takes this object in and cannot be built offline, because of https:\/\/example\.com\/shop/,
    );
    assert.deepEqual(textsOf(files), files);
  });

  it('converts the rest of a kustomization', () => {
    const patch = endpoints('db').replace('10.20.0.14', 'fd00::1');
    const files = {
      ...base,
      'base/kustomization.yaml': 'resources:\n  - db.yaml\n  - service.yaml\n  - mail.yaml\n',
      'base/mail.yaml': `${service('mail')}---\n${endpoints('mail')}`,
      'prod/kustomization.yaml': 'resources:\n  - ../base\npatches:\n  - path: db.yaml\n',
      'prod/db.yaml': patch,
    };
    const { run } = having(files);
    const { err, code } = run('convert', '--write', '.');
    assert.equal(code, 1);
    assert.match(err, /Its patch at prod\/kustomization\.yaml:4 has IPv6 addresses, and the Endpoints has none\./);
    assert.match(read('base/mail.yaml'), /kind: EndpointSlice/);
    assert.deepEqual([read('base/db.yaml'), read('prod/db.yaml')], [base['base/db.yaml'], patch]);
  });

  it('writes no file of a kustomization where a reader loses its object', () => {
    const files = {
      ...base,
      ...prod,
      'prometheus.yaml': 'scrape_configs:\n  - job_name: db\n    kubernetes_sd_configs:\n      - role: endpoints\n',
    };
    const { run } = having(files);
    assert.match(run('convert', '--write', '.').err, /Skipped 3 files/);
    assert.deepEqual(textsOf(files), files);
    assert.match(run('convert', '--write', '--ignore-readers', '.').err, /Wrote 3 files\.\n$/);
  });

  it('refuses what it cannot prove with what Flux writes into a kustomization', () => {
    const flux =
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: shop, namespace: flux-system}\nspec:\n  path: ./prod\n  patches:\n    - target: {kind: Endpoints}\n      patch: |\n        - op: replace\n          path: /subsets/0/addresses/0/ip\n          value: 10.40.0.1\n';
    const files = { ...base, 'prod/kustomization.yaml': 'resources:\n  - ../base\n', 'flux/shop.yaml': flux };
    const { run } = having(files);
    const { err, code } = run('convert', '--write', '.');
    assert.equal(code, 1, err);
    assert.match(err, / {4}Its patch at flux\/shop\.yaml:7 is not in a kustomization\. Convert both by hand\.\n/);
    assert.deepEqual(textsOf(files), files);
    writeFileSync(
      pathIn(folder ?? make({}), 'flux/shop.yaml'),
      flux.replace(/ {2}patches:[^]*/, '  targetNamespace: eu\n'),
    );
    assert.equal(run('convert', '--write', '.').code, 0);
  });
});
