/** `--build` of check, apply, slices and convert as a process: what a kustomization builds as the input. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base } from './support/overlay.ts';
import { folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';

interface Found {
  readonly file: string;
  readonly code: string;
  readonly range: { readonly start: { readonly line: number } };
}

describe('--build', () => {
  const make = temporary(folderOf);

  const findings = (folder: Folder, ...args: readonly string[]) => {
    const { out, err } = folder.run('check', '--severity', 'deprecated-endpoints=off', '--format', 'json', ...args);
    const { diagnostics } = JSON.parse(out) as { readonly diagnostics: readonly Found[] };
    return { places: diagnostics.map(({ file, range, code }) => `${file}:${range.start.line} ${code}`), err };
  };

  it('checks what a root builds, at the places of its files, and no other root', () => {
    const renamed = base['prod/patch.yaml'].replace('- port: 5432', '- { name: pg, port: 5432 }');
    const folder = make({
      ...base,
      'prod/patch.yaml': renamed.replace('10.30.0.15', '127.0.0.1'),
      'dev/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: patch.yaml\n',
      'dev/patch.yaml': base['prod/patch.yaml'].replace('10.30.0.15', '0.0.0.0'),
      'kustomization.yaml': 'resources: [prod, dev]\n',
    });
    const expected = { places: ['prod/patch.yaml:7 loopback-ip', 'prod/patch.yaml:9 unmatched-port'], err: '' };
    assert.deepEqual(findings(folder, '--build', 'prod'), expected);
    assert.deepEqual(findings(folder, '--build', 'prod/kustomization.yaml'), expected);
    assert.deepEqual(findings(folder, '--build', 'base'), { places: [], err: '' });
    assert.deepEqual(findings(folder, '--build', 'dev').places, ['dev/patch.yaml:7 unspecified-ip']);
  });

  it('reports why kustomize rejects a root that it checks, even one without Endpoints', () => {
    const patch = base['prod/patch.yaml'].replace('name: db', 'name: dd');
    const folder = make({ ...base, 'prod/patch.yaml': patch });
    assert.deepEqual(findings(folder, '--build', 'prod').places, ['prod/patch.yaml:4 unmatched-patch']);
    const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: db }\n';
    const only = make({ 'kustomization.yaml': 'resources: [a.yaml]\nname: b\n', 'a.yaml': service });
    assert.deepEqual(findings(only, '--build', '.').places, ['kustomization.yaml:2 rejected-kustomization']);
  });

  it('ends with an error where a file of the root cannot be read', () => {
    const folder = make(base);
    const outwards = make({ 'prod/kustomization.yaml': 'resources: [db.yaml]\n', 'out/db.yaml': base['base/db.yaml'] });
    symlinkSync(join('..', 'out', 'db.yaml'), join(outwards.path, 'prod', 'db.yaml'));
    const link = outwards.run('check', '--build', 'prod');
    assert.equal(link.code, 1);
    assert.match(link.out, /kustomization.yaml:1:13 .*"db.yaml" is a symbolic link out of/);
    writeFileSync(join(folder.path, 'prod/kustomization.yaml'), Buffer.from([0x61, 0xff, 0xfe, 0x3a]));
    const bytes = folder.run('check', '--build', 'prod');
    assert.equal(bytes.code, 2);
    assert.match(bytes.err, /prod\/kustomization.yaml is not UTF-8 text/);
  });

  it('fixes the files of a root', () => {
    const wrong = base['base/db.yaml'].replace('kind: Endpoints', 'kind: endpoints');
    const folder = make({ ...base, 'base/db.yaml': wrong, 'other/db.yaml': wrong });
    assert.equal(folder.run('check', '--build', 'prod', '--fix').err, '');
    assert.equal(readFileSync(join(folder.path, 'base/db.yaml'), 'utf8'), base['base/db.yaml']);
    assert.equal(readFileSync(join(folder.path, 'other/db.yaml'), 'utf8'), wrong);
  });

  it('names what is outside of a root that it checks, and then misses nothing', () => {
    const text = 'resources:\n  - slice.yaml\n  - https://example.com/shop?ref=v1\n';
    const other =
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  selector: { app: web }\n  ports:\n    - port: 80\n';
    const slice =
      'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db-1\n  labels: { kubernetes.io/service-name: db }\naddressType: IPv4\nendpoints:\n  - addresses: [10.20.0.15]\nports:\n  - port: 5432\n';
    const having = (kustomization: string) =>
      make({ 'kustomization.yaml': kustomization, 'slice.yaml': `${other}---\n${slice}` });
    const place =
      'endpoints: kustomization.yaml:3:5: https://example.com/shop?ref=v1 is remote, and a build opens no connection. Copy it into this repository.\n';
    const after = 'endpoints: Objects that may be there are not reported as missing.\n';
    assert.deepEqual(findings(having(text), '--build', '.'), { places: [], err: place + after });
    assert.deepEqual(findings(having('resources: [slice.yaml]\n'), '--build', '.').places, [
      'slice.yaml:14 missing-service',
    ]);
  });

  it('shows the slices of what a root builds, with the places of its files', () => {
    const { out, err, code } = make(base).run('slices', '--build', 'prod');
    assert.deepEqual([err, code], ['', 0]);
    assert.match(out, /^Endpoints shop\/db \(base\/db\.yaml:10:7\) is mirrored as 1 EndpointSlice\.\n/);
    assert.match(out, /- 10\.30\.0\.15/);
  });

  it('applies what a root builds, and names the places of conflicts in its files', () => {
    const live =
      'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n  namespace: shop\n  managedFields:\n    - manager: platform\n      operation: Apply\n      apiVersion: v1\n      fieldsType: FieldsV1\n      fieldsV1: { "f:subsets": {} }\nsubsets:\n  - addresses: [{ ip: 10.20.0.15 }]\n';
    const { out, code } = make({ ...base, 'live.yaml': live }).run('apply', '--build', 'prod', '--live', 'live.yaml', '-f', 'json'); // prettier-ignore
    assert.equal(code, 1);
    const { resources } = JSON.parse(out) as { resources: readonly { conflicts: readonly { between: unknown }[] }[] };
    assert.deepEqual(resources[0]?.conflicts.map(({ between }) => between), [
      [{ file: 'prod/patch.yaml', line: 5, column: 1 }, { file: 'live.yaml', line: 7, column: 7 }],
    ]); // prettier-ignore
  });

  it('prints what the built objects become, and writes nothing', () => {
    const folder = make(base);
    const { out, err, code } = folder.run('convert', '--build', 'prod');
    assert.equal(code, 0, err);
    assert.match(out, /kind: EndpointSlice/);
    assert.match(out, /10\.30\.0\.15/);
    assert.equal(folder.run('convert', '--build', 'prod', '--diff').err, err);
    assert.match(err, /base\/db\.yaml:10:\d+  Endpoints shop\/db → EndpointSlice/);
    assert.equal(readFileSync(join(folder.path, 'base/db.yaml'), 'utf8'), base['base/db.yaml']);
  });

  it('refuses what does not fit', () => {
    const folder = make(base);
    const message = (...args: readonly string[]): string => folder.run(...args).err;
    const beside = 'endpoints: --build takes the place of files. Remove base, or add it to the kustomization.\n';
    for (const name of ['check', 'slices', 'apply', 'convert']) {
      assert.equal(message(name, '--build', 'prod', 'base'), beside);
      assert.match(message(name, '--build', 'none'), /^endpoints: none does not exist\./);
      assert.match(message(name, '--build', '-'), /^endpoints: A kustomization cannot be read from standard input/);
    }
    assert.match(message('convert', '--build', 'prod', '--write'), /Remove --write\.\n$/);
    assert.match(message('check', '--build', 'prod', '--watch'), /--build and --watch cannot be combined/);
  });

  it('names why a root cannot be built', () => {
    const folder = make({ ...base, 'prod/patch.yaml': base['prod/patch.yaml'].replace('name: db', 'name: dd') });
    for (const name of ['slices', 'apply', 'convert']) {
      const { out, err, code } = folder.run(name, '--build', 'prod');
      assert.deepEqual([out, code], ['', 2]);
      assert.match(err, /^endpoints: prod\/patch\.yaml:\d+:\d+: /);
    }
  });
});
