/** Folders that Argo CD and Flux deliver, as the command line reads them: in any order, in shards, and said once. */
import assert from 'node:assert/strict';
import { within } from './support/settings.ts';
import { application } from './support/workspace-texts.ts';

const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {ports: [{port: 5432}]}\n';
const endpoints = (namespace: string, name = 'db'): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata: {name: ${name}, namespace: ${namespace}}\nsubsets: [{addresses: [{ip: 10.20.0.15}], ports: [{port: 5432}]}]\n`;

describe('deliveries on the command line', () => {
  const codesIn = (files: Readonly<Record<string, string>>, ...args: readonly string[]): readonly string[] => {
    const all = { 'a.yaml': '', 'endpoints.config.yaml': 'severity: {deprecated-endpoints: off}\n', ...files };
    const { out } = within(all, ({ run }) => run('check', '--format', 'json', ...args));
    const { diagnostics } = JSON.parse(out) as { diagnostics: readonly { code: string; file: string }[] };
    return diagnostics.map(({ code, file }) => `${file} ${code}`);
  };
  const files = { 'shop/service.yaml': service, 'shop/endpoints.yaml': endpoints('data') };

  for (const [where, app] of [
    ['before', { 'argocd/shop.yaml': application('shop', 'data') }],
    ['after', { 'zz/shop.yaml': application('shop', 'data') }],
    [
      'in a file with Endpoints, after',
      { 'zz/all.yaml': `${application('shop', 'data')}---\n${endpoints('x', 'zz')}` },
    ],
  ] as const) {
    it(`give the namespace where the Application is read ${where}`, () => {
      assert.deepEqual(codesIn(files), ['shop/endpoints.yaml missing-service']);
      assert.deepEqual(codesIn({ ...files, ...app }), ['shop/endpoints.yaml excluded-by-argocd']);
    });
  }

  it('say once that Argo CD leaves both kinds out, also in shards', () => {
    const apps = {
      'argocd/all.yaml': ['a', 'b', 'c'].map((name) => application(name, 'data')).join('---\n'),
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}/all.yaml`, `${service}---\n${endpoints('data')}`])),
    };
    assert.deepEqual(codesIn(apps), ['a/all.yaml excluded-by-argocd']);
    const shards = [1, 2, 3].flatMap((shard) => codesIn(apps, '--shard', `${shard}/3`));
    assert.deepEqual(shards, ['a/all.yaml excluded-by-argocd']);
  });

  it('take the path from the root of the repository, where there is one', () => {
    const all = {
      'examples/argocd/shop.yaml': application('shop', 'data'),
      'examples/shop/service.yaml': service,
      'examples/shop/endpoints.yaml': endpoints('data'),
      ...files,
    };
    // Without a repository, either of the two folders may be meant.
    assert.deepEqual(codesIn(all), []);
    const root = { '.git/HEAD': 'ref: refs/heads/main\n' };
    assert.deepEqual(codesIn({ ...all, ...root }), ['shop/endpoints.yaml excluded-by-argocd']);
    const every = { ...files, ...root, 'argocd/all.yaml': application('.', 'data'), 'db.yaml': endpoints('data') };
    assert.deepEqual(codesIn(every), ['db.yaml excluded-by-argocd']);
  });

  it('count where only some files are checked', () => {
    const all = { ...files, 'argocd/shop.yaml': application('shop', 'data') };
    assert.deepEqual(codesIn(all, 'shop', 'argocd'), ['shop/endpoints.yaml excluded-by-argocd']);
  });
});
