/** Converting a resource of a kustomization in an editor: its patches change with it, or nothing does. */
import assert from 'node:assert/strict';
import type { ApplyWorkspaceEditParams, CodeAction, TextDocumentEdit } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client, type ClientOptions } from './support/client.ts';
import { afterEdit, endpoints } from './support/conversions.ts';

const at = (path: string): string => `file:///project/${path}`;
const db = at('base/db.yaml');
const patchUri = at('prod/db.yaml');
const prodUri = at('prod/kustomization.yaml');
const operationsUri = at('test/db.yaml');
const testUri = at('test/kustomization.yaml');

const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n    - port: 5432\n';
const files = {
  [db]: endpoints('db'),
  [at('base/service.yaml')]: service,
  [at('base/kustomization.yaml')]: 'resources:\n  - db.yaml\n  - service.yaml\n',
  [patchUri]: endpoints('db').replace('10.20.0.15', '10.30.0.15'),
  [prodUri]: 'resources:\n  - ../base\nnamePrefix: eu-\npatches:\n  - path: db.yaml\n',
};
const forward = 'Convert to EndpointSlice';

describe('language server: converting in kustomizations', () => {
  it('changes the patches and the kustomizations with the resource', async () => {
    const { client } = await start(files);
    client.open(db, files[db] ?? '');
    const action = await actionOf(client);
    const { edit } = await client.connection.sendRequest<CodeAction>('codeAction/resolve', action);
    assert.deepEqual(urisOf(edit), [db, patchUri, prodUri].sort());
    assert.match(afterEdit(files[patchUri] ?? '', edit, patchUri), /name: db-ipv4\n[^]*- 10\.30\.0\.15 # primary\n/);
    assert.match(afterEdit(files[prodUri] ?? '', edit, prodUri), /replacements:\n {2}- source:\n {6}kind: Service\n/);
    await client.stop();
  });

  it('follows an edit of a patch', async () => {
    const { client } = await start(files);
    client.open(db, files[db] ?? '');
    client.open(patchUri, files[patchUri] ?? '');
    await actionOf(client);
    const text = (files[patchUri] ?? '').replace('10.30.0.15', '10.40.0.15');
    client.change(patchUri, 2, [{ text }]);
    const { edit } = await client.connection.sendRequest<CodeAction>('codeAction/resolve', await actionOf(client));
    assert.match(afterEdit(text, edit, patchUri), /- 10\.40\.0\.15 # primary\n/);
    client.change(patchUri, 3, [{ text: text.replace('10.40.0.15', 'fd00::1') }]);
    const none = await actionOf(client);
    assert.equal(
      none.disabled?.reason,
      'Its patch at prod/kustomization.yaml:5 has IPv6 addresses, and the Endpoints has none. Convert both by hand.',
    );
    await client.stop();
  });

  it('changes a file of operations', async () => {
    const own = {
      ...files,
      [operationsUri]: '- op: replace\n  path: /subsets/0/addresses/0/ip\n  value: 10.50.0.1\n',
      [testUri]: 'resources:\n  - ../base\npatches:\n  - target:\n      kind: Endpoints\n    path: db.yaml\n',
    };
    const { client } = await start(own);
    client.open(db, own[db] ?? '');
    const { edit } = await client.connection.sendRequest<CodeAction>('codeAction/resolve', await actionOf(client));
    assert.deepEqual(urisOf(edit), [db, patchUri, prodUri, operationsUri, testUri].sort());
    assert.match(afterEdit(own[operationsUri] ?? '', edit, operationsUri), /path: \/endpoints\/0\/addresses\/0\n/);
    await client.stop();
  });

  it('converts the workspace as one change', async () => {
    const { client, edits } = await start(files);
    await client.connection.sendRequest('workspace/executeCommand', { command: 'endpoints.convertWorkspace' });
    assert.deepEqual(urisOf(edits[0]?.edit), [db, patchUri, prodUri].sort());
    assert.equal(edits[0]?.edit.changeAnnotations, undefined);
    await client.stop();
  });
});

async function start(own: Readonly<Record<string, string>>, options: ClientOptions = {}) {
  const edits: ApplyWorkspaceEditParams[] = [];
  const client = await startClient({
    files: own,
    folder: 'file:///project',
    capabilities: everyCapability,
    answers: {
      'workspace/applyEdit': (params) => {
        edits.push(params as ApplyWorkspaceEditParams);
        return { applied: true };
      },
      'window/showMessageRequest': () => ({ title: 'Convert' }),
    },
    ...options,
  });
  // Answered when all files are read.
  await client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
  return { client, edits };
}

async function actionOf(client: Client): Promise<CodeAction> {
  const start = { line: 0, character: 0 };
  const params = { textDocument: { uri: db }, range: { start, end: start }, context: { diagnostics: [] } };
  const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', params);
  const action = actions.find(({ title }) => title === forward);
  assert.ok(action);
  return action;
}

function urisOf(edit: CodeAction['edit']): readonly string[] {
  const changes = (edit?.documentChanges ?? []) as readonly TextDocumentEdit[];
  return changes.map(({ textDocument }) => textDocument.uri).sort();
}
