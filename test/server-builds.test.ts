/** Findings on built objects follow edits in every file of the build, open or on the disk. */
import assert from 'node:assert/strict';
import type { CodeAction } from 'vscode-languageserver-types';
import { codesIn, pulling, quiet, startWorkspace } from './support/workspace-session.ts';

const uri = (path: string): string => `file:///project/${path}`;

const base = `apiVersion: v1
kind: Service
metadata:
  name: db
spec:
  ports:
    - name: sql
      port: 5432
---
apiVersion: v1
kind: Endpoints
metadata:
  name: db
subsets:
  - addresses:
      - ip: 10.20.0.15
    ports:
      - name: sql
        port: 5432
`;
const overlay = `resources: [../../base, deployment.yaml]
patches:
  - path: ports.json
    target: {kind: Endpoints}
`;
const jsonPatch = (name: string): string =>
  JSON.stringify([{ op: 'replace', path: '/subsets/0/ports/0/name', value: name }]);

function filesWith(patch: string): Record<string, string> {
  return {
    [uri('base/kustomization.yaml')]: 'resources: [db.yaml]\n',
    [uri('base/db.yaml')]: base,
    [uri('overlays/prod/kustomization.yaml')]: overlay,
    // The search for manifests leaves these two out.
    [uri('overlays/prod/ports.json')]: patch,
    [uri('overlays/prod/deployment.yaml')]: 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: db\n',
    [uri('overlays/dev/kustomization.yaml')]: 'resources: [../../base]\n',
  };
}

describe('language server: findings on builds', () => {
  it('are at the patch that causes them, and name the root', async () => {
    const files = filesWith(jsonPatch('sqll'));
    const client = await startWorkspace({ capabilities: pulling, initializationOptions: quiet, files });
    const found = await client.pullAll();
    assert.deepEqual(codesIn(found), { 'overlays/prod/ports.json': ['unmatched-port'] });
    const [finding] = found[uri('overlays/prod/ports.json')] ?? [];
    assert.deepEqual(finding?.range.start, { line: 0, character: jsonPatch('sqll').indexOf('"sqll"') });
    await client.stop();
  });

  it('follow edits of an open base, overlay and patch', async () => {
    const files = filesWith(jsonPatch('sql'));
    const client = await startWorkspace({ capabilities: pulling, initializationOptions: quiet, files });
    assert.deepEqual(codesIn(await client.pullAll()), {});
    client.open(uri('base/db.yaml'), base);
    client.change(uri('base/db.yaml'), 2, [{ text: base.replace('name: sql\n      port', 'name: pg\n      port') }]);
    assert.deepEqual(codesIn(await client.pullAll()), {
      'base/db.yaml': ['unmatched-port'],
      'overlays/prod/ports.json': ['unmatched-port'],
    });
    client.change(uri('base/db.yaml'), 3, [{ text: base }]);
    assert.deepEqual(codesIn(await client.pullAll()), {});
    const kustomization = uri('overlays/prod/kustomization.yaml');
    client.open(kustomization, overlay);
    client.change(kustomization, 2, [
      { text: `${overlay}  - {target: {kind: Endpoints}, patch: '${jsonPatch('pg')}'}\n` },
    ]);
    assert.deepEqual(codesIn(await client.pullAll()), { 'overlays/prod/kustomization.yaml': ['unmatched-port'] });
    client.change(kustomization, 3, [{ text: overlay }]);
    assert.deepEqual(codesIn(await client.pullAll()), {});
    await client.stop();
  });

  it('follow edits on the disk of files that hold no checked object', async () => {
    const files = filesWith(jsonPatch('sql'));
    const client = await startWorkspace({ capabilities: pulling, initializationOptions: quiet, files });
    assert.deepEqual(codesIn(await client.pullAll()), {});
    files[uri('overlays/prod/ports.json')] = jsonPatch('pg');
    client.watched({ [uri('overlays/prod/ports.json')]: 'changed' });
    assert.deepEqual(codesIn(await client.pullAll()), { 'overlays/prod/ports.json': ['unmatched-port'] });
    await client.stop();
  });

  it('call nothing missing that is outside of the workspace or left out of it', async () => {
    const files = {
      [uri('prod/kustomization.yaml')]: `resources: [db.yaml, ../../elsewhere, ../vendor/base]\n`,
      [uri('prod/db.yaml')]: base.slice(base.indexOf('---') + 4),
      [uri('vendor/base/kustomization.yaml')]: 'resources: []\n',
    };
    const client = await startWorkspace({ capabilities: pulling, initializationOptions: quiet, files });
    assert.deepEqual(codesIn(await client.pullAll()), {});
    await client.stop();
  });

  it('have their fixes and ignores in an open kustomization', async () => {
    const text = 'resources: [../base]\nnameSuffix: -7\n';
    const files = {
      [uri('base/kustomization.yaml')]: 'resources: [db.yaml]\n',
      [uri('base/db.yaml')]: base,
      [uri('prod/kustomization.yaml')]: text,
    };
    const kustomization = uri('prod/kustomization.yaml');
    const codeAction = { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } };
    const capabilities = { ...pulling, textDocument: { ...pulling.textDocument, codeAction } };
    const client = await startWorkspace({ capabilities, initializationOptions: quiet, files });
    client.open(kustomization, text);
    assert.deepEqual(codesIn(await client.pullAll()), { 'prod/kustomization.yaml': ['wrong-kustomization-value'] });
    const at = { line: 1, character: 13 };
    const range = { start: at, end: at };
    const actions = await client.ask<CodeAction[]>('textDocument/codeAction', kustomization, {
      range,
      context: { diagnostics: [] },
    });
    assert.deepEqual(
      actions.map(({ title }) => title),
      [
        'Replace with "-7"',
        'Ignore "wrong-kustomization-value" here',
        'Ignore "wrong-kustomization-value" in this file',
      ],
    );
    const { edit } = actions[0] ?? {};
    assert.deepEqual(
      Object.values(edit?.changes ?? {})
        .flat()
        .map(({ newText }) => newText),
      ['"-7"'],
    );
    await client.stop();
  });

  it('follow the entries of an open kustomization that is not saved', async () => {
    const text = 'resources:\n- db.yaml\n- web.yaml\n';
    const slice = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: web}
addressType: IPv4
ports: [{port: 80}]
endpoints: [{addresses: [10.20.0.15]}]
`;
    const files = {
      [uri('kustomization.yaml')]: text,
      [uri('db.yaml')]: base,
      [uri('web.yaml')]: slice.replace('{name: web}', '{name: web, labels: {kubernetes.io/service-name: db}}'),
    };
    const listed = { ...files, [uri('web.yaml')]: slice };
    const client = await startWorkspace({ capabilities: pulling, initializationOptions: quiet, files: listed });
    const before = codesIn(await client.pullAll());
    client.open(uri('kustomization.yaml'), text);
    assert.deepEqual(codesIn(await client.pullAll()), before);
    const without = text.replace('- web.yaml\n', '');
    client.change(uri('kustomization.yaml'), 2, [{ text: without }]);
    const edited = codesIn(await client.pullAll());
    const saved = { ...listed, [uri('kustomization.yaml')]: without };
    const fresh = await startWorkspace({ capabilities: pulling, initializationOptions: quiet, files: saved });
    assert.deepEqual(edited, codesIn(await fresh.pullAll()));
    assert.deepEqual(edited, { 'web.yaml': ['slice-without-service'] });
    client.close(uri('kustomization.yaml'));
    assert.deepEqual(codesIn(await client.pullAll()), before);
    await fresh.stop();
    await client.stop();
  });

  const endpoints = base.slice(base.indexOf('---') + 4);
  const broken = { 'prod/kustomization.yaml': ['rejected-kustomization'] };
  for (const [what, files, expected] of [
    ['a missing folder', { 'prod/kustomization.yaml': 'resources: [../db, ../bases]\n' }, broken],
    ['a misspelled base', { 'prod/kustomization.yaml': 'resources: [../dbs]\n' }, broken],
    ['a base without kustomization', { 'prod/kustomization.yaml': 'resources: [../web]\n', 'web/ep.yaml': endpoints }, broken], // prettier-ignore
    ['a missing file of any name', { 'prod/kustomization.yaml': 'resources: [ep.y]\n', 'prod/ep.yaml': endpoints }, broken], // prettier-ignore
    ['a file of any name', { 'prod/kustomization.yaml': 'resources: [ep.y]\n', 'prod/ep.y': endpoints }, {}],
    ['an ignored folder', { 'prod/kustomization.yaml': 'resources: [../db, ../out/base]\n', '.gitignore': '/out/\n' }, {}], // prettier-ignore
    ['a folder that .gitignore below names', { 'prod/kustomization.yaml': 'resources: [../db, out]\n', 'prod/.gitignore': 'out\n' }, {}], // prettier-ignore
    ['a folder outside', { 'prod/kustomization.yaml': 'resources: [../db, ../../other]\n' }, {}],
  ] as const)
    it(`know ${what}`, async () => {
      const all = { 'db/kustomization.yaml': 'resources: [db.yaml]\n', 'db/db.yaml': base, ...files };
      const texts = Object.fromEntries(Object.entries(all).map(([path, text]) => [uri(path), text]));
      const client = await startWorkspace({ capabilities: pulling, initializationOptions: quiet, files: texts });
      assert.deepEqual(codesIn(await client.pullAll()), expected);
      await client.stop();
    });
});
