/** A kustomization that kustomize rejects is reported also where it reaches no Endpoints, or where no other one is above it. */
import assert from 'node:assert/strict';
import { ApiWorkspace } from '../server/src/api-workspace.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const endpoints =
  'apiVersion: v1\nkind: Endpoints\nmetadata: { name: db }\nsubsets: [{ addresses: [{ ip: 10.20.0.15 }] }]\n';
const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: db }\n';
interface Found {
  readonly file: string;
  readonly code: string;
}

const code = 'rejected-kustomization';

describe('roots that reach no Endpoints', () => {
  const make = temporary(folderOf);

  for (const [what, files, expected] of [
    [
      'a misspelled file',
      { 'base/kustomization.yaml': 'resources: [slices.yaml]\n', 'base/slice.yaml': endpoints },
      ['base/kustomization.yaml'],
    ],
    [
      'a misspelled file beside other objects',
      { 'base/kustomization.yaml': 'resources: [maps.yaml]\n', 'base/map.yaml': other },
      [],
    ],
    [
      'a misspelled file far from Endpoints',
      { 'base/kustomization.yaml': 'resources: [maps.yaml]\n', 'db/slice.yaml': endpoints },
      [],
    ],
    [
      'a misspelled folder',
      {
        'base/kustomization.yaml': 'resources: [db.yaml]\n',
        'base/db.yaml': endpoints,
        'overlays/prod/kustomization.yaml': 'resources: [../../bases]\n',
      },
      ['overlays/prod/kustomization.yaml'],
    ],
    [
      'a misspelled folder far from Endpoints',
      { 'shop/db.yaml': endpoints, 'web/prod/kustomization.yaml': 'resources: [../bases]\n' },
      [],
    ],
    [
      'a folder without kustomization',
      { 'base/db.yaml': endpoints, 'prod/kustomization.yaml': 'resources: [../base]\n' },
      ['prod/kustomization.yaml'],
    ],
    [
      'a right folder',
      {
        'base/kustomization.yaml': 'resources: [db.yaml]\n',
        'base/db.yaml': endpoints,
        'prod/kustomization.yaml': 'resources: [../base]\n',
      },
      [],
    ],
    [
      'a text that is no YAML',
      { 'db.yaml': endpoints, 'prod/kustomization.yaml': 'resources:\n- |../../comp\n' },
      ['prod/kustomization.yaml'],
    ],
    [
      'such a text far from Endpoints',
      { 'shop/db.yaml': endpoints, 'web/prod/kustomization.yaml': 'resources:\n- |../../comp\n' },
      [],
    ],
    [
      'a cycle',
      {
        'a/kustomization.yaml': 'resources: [../b, db.yaml]\n',
        'a/db.yaml': endpoints,
        'b/kustomization.yaml': 'resources: [../a]\n',
      },
      ['b/kustomization.yaml'],
    ],
    [
      'a cycle below an overlay',
      {
        'a/kustomization.yaml': 'resources: [../b, db.yaml]\n',
        'a/db.yaml': endpoints,
        'b/kustomization.yaml': 'resources: [../a]\n',
        'prod/kustomization.yaml': 'resources: [../a]\n',
      },
      ['b/kustomization.yaml'],
    ],
    [
      'a folder above a cycle by its name and below it by its entries',
      {
        'a/kustomization.yaml': 'resources: [db.yaml]\n',
        'a/db.yaml': endpoints,
        'b/kustomization.yaml': 'resources: [../c, ../a]\n',
        'c/kustomization.yaml': 'resources: [../b]\n',
      },
      ['c/kustomization.yaml'],
    ],
    [
      'a component of itself',
      { 'kustomization.yaml': 'resources: [db.yaml]\ncomponents: [.]\n', 'db.yaml': endpoints },
      ['kustomization.yaml'],
    ],
  ] as const)
    // prettier-ignore
    it(`of ${what}`, () => {
      const { out } = make(files).run('check', '.', '--format', 'json');
      const { diagnostics } = JSON.parse(out) as { readonly diagnostics: readonly Found[] };
      assert.deepEqual(
        diagnostics.filter((each) => each.code === code).map(({ file }) => file),
        expected,
      );
    });

  it('follow the texts of a library', () => {
    const workspace = new ApiWorkspace({ severity: { 'deprecated-endpoints': 'off' } });
    const codes = (): readonly string[] => workspace.check().map((each) => each.code);
    workspace.set('a/kustomization.yaml', 'resources: [../b]\n');
    workspace.set('b/kustomization.yaml', 'resources: [../a, db.yaml]\n');
    workspace.set('b/db.yaml', endpoints);
    assert.ok(codes().includes(code));
    workspace.set('b/kustomization.yaml', 'resources: [db.yaml]\n');
    assert.ok(!codes().includes(code));
  });
});
