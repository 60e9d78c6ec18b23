/** Rules on builds on the command line: severities, fixes, ignores and exit codes, as a process. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const files = {
  'base/kustomization.yaml': 'resources: [db.yaml]\n',
  'base/db.yaml':
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n    - port: 5432\n---\napiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db-1\n  labels:\n    kubernetes.io/service-name: db\naddressType: IPv4\nendpoints:\n  - addresses: [10.20.0.15]\nports:\n  - name: ""\n    port: 5432\n',
  'prod/kustomization.yaml': 'resources: [../base]\nnamePrefix: prod-\n',
};

describe('rules on builds, on the command line', () => {
  const make = temporary(folderOf);

  const check = (folder: Folder, ...args: readonly string[]) => {
    const { out, code } = folder.run('check', '--severity', 'slice-without-manager=off', '--format', 'json', ...args);
    const { diagnostics } = JSON.parse(out) as {
      readonly diagnostics: readonly { readonly file: string; readonly code: string; readonly enforcedBy: string }[];
    };
    return { status: code, found: diagnostics.map(({ file, code, enforcedBy }) => `${file} ${code} ${enforcedBy}`) };
  };

  it('fail the check', () => {
    const folder = make(files);
    const found = ['prod/kustomization.yaml unrenamed-reference advice'];
    assert.deepEqual(check(folder), { status: 1, found });
    // A person must decide which way to take.
    folder.run('check', '--fix');
    assert.deepEqual(check(folder), { status: 1, found });
  });

  it('are silenced by a comment or a severity', () => {
    const text =
      'resources: [../base]\nnamePrefix: prod- # endpoints: ignore[unrenamed-reference] a webhook renames it\n';
    assert.deepEqual(check(make({ ...files, 'prod/kustomization.yaml': text })), { status: 0, found: [] });
    const folder = make(files);
    assert.deepEqual(check(folder, '--severity', 'unrenamed-reference=off'), { status: 0, found: [] });
  });

  it('say that kustomize rejects a root', () => {
    const folder = make({ ...files, 'prod/kustomization.yaml': 'resources: [../base]\nnameSuffix: -7\n' });
    const found = ['prod/kustomization.yaml wrong-kustomization-value kustomize'];
    assert.deepEqual(check(folder), { status: 1, found });
    folder.run('check', '--fix');
    assert.match(readFileSync(join(folder.path, 'prod/kustomization.yaml'), 'utf8'), /^nameSuffix: "-7"$/m);
  });

  it('fail the check of an overlay that breaks its base, and of nothing else', () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: db}\n';
    const slice = `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: {name: db-1, labels: {kubernetes.io/service-name: db}}\naddressType: IPv4\nendpoints: [{addresses: [10.0.0.1]}]\nports: [{name: sql, port: 80}]\n`;
    const having = (patch: string): Folder =>
      make({
        '.git/HEAD': '',
        'base/kustomization.yaml': 'resources: [db.yaml, slice.yaml]\n',
        'base/db.yaml': `${service}spec: {ports: [{name: sql, port: 80}]}\n`,
        'base/slice.yaml': slice,
        'other/slice.yaml': slice.replace('10.0.0.1', '127.0.0.1'),
        'overlays/prod/kustomization.yaml': 'resources: [../../base]\npatches: [{path: p.yaml}]\n',
        'overlays/prod/p.yaml': patch,
      });
    for (const part of ['overlays/prod', 'overlays/prod/p.yaml']) {
      const found = ['base/slice.yaml unmatched-port contract'];
      const broken = having(`${service}spec: {ports: [{name: web, port: 80}]}\n`);
      assert.deepEqual(check(broken, part), { status: 1, found });
      const other = having(service.replace('name: db', 'name: db, labels: {a: b}'));
      assert.deepEqual(check(other, part), { status: 0, found: [] });
    }
  });
});
