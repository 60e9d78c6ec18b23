/** Gestures over a stream that know the files around: symbols, completion, lenses, and actions in another file. */
import assert from 'node:assert/strict';
import type {
  CodeAction,
  CodeLens,
  CompletionList,
  InlayHint,
  TextDocumentEdit,
  TextEdit,
  WorkspaceSymbol,
} from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client, type ClientOptions } from './support/client.ts';

const serviceUri = 'file:///project/shop/service.yaml';
const endpointsUri = 'file:///project/shop/endpoints.yaml';
const service = `apiVersion: v1
kind: Service
metadata:
  name: orders-db
  namespace: shop
spec:
  ports:
    - name: postgres
      port: 5432
`;
const endpoints = `apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
  namespace: shop
subsets:
  - addresses:
      - ip: 10.20.0.15
    ports:
      - name: postgres
        port: 5432
      - name: metrics
        port: 9187
`;
const files = { [serviceUri]: service, [endpointsUri]: endpoints };
const nameOfPort = { start: { line: 11, character: 16 }, end: { line: 11, character: 16 } };

describe('a chart', () => {
  const root = 'file:///project/chart';
  const manifest = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\n';
  const hintsIn = async (others: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
    const uri = `${root}/templates/a.yaml`;
    const client = await startIndexed({ files: { ...others, [uri]: manifest } });
    client.open(uri, manifest);
    const range = { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } };
    const hints = await client.ask<InlayHint[]>('textDocument/inlayHint', uri, { range });
    await client.stop();
    return hints.map(({ label }) => label);
  };

  it('has the namespace of its release, so there is no hint', async () => {
    assert.deepEqual(await hintsIn({ [`${root}/Chart.yaml`]: 'name: a\n' }), []);
    assert.deepEqual(await hintsIn({}), ['namespace: default']);
  });
});

describe('symbols of the workspace', () => {
  it('are found in closed and in open files, the open text winning', async () => {
    const client = await startIndexed({ files });
    assert.deepEqual(await namesOf(client, 'orders'), ['Endpoints orders-db', 'Service orders-db']);
    client.open(serviceUri, service.replace('orders-db', 'carts-db'));
    assert.deepEqual(await namesOf(client, 'orders'), ['Endpoints orders-db']);
    assert.deepEqual(await namesOf(client, 'carts'), ['Service carts-db']);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: serviceUri } });
    assert.deepEqual(await namesOf(client, 'carts'), []);
    assert.deepEqual(await namesOf(client, '10.20.'), ['10.20.0.15']);
    assert.deepEqual(await namesOf(client, '9187'), ['metrics 9187/TCP']);
    await client.stop();
  });

  it('come with their range for a client that does not resolve them', async () => {
    const client = await startIndexed({ files });
    assert.deepEqual(client.initialized.capabilities.workspaceSymbolProvider, true);
    const [address] = await symbols(client, '10.20.0.15');
    assert.deepEqual(address, {
      name: '10.20.0.15',
      kind: 8,
      containerName: 'Endpoints shop/orders-db',
      location: { uri: endpointsUri, range: { start: { line: 7, character: 12 }, end: { line: 7, character: 22 } } },
    });
    await client.stop();
  });

  it('get their range when they are chosen, where the client asks for it then', async () => {
    const client = await startIndexed({ files, capabilities: everyCapability });
    assert.deepEqual(client.initialized.capabilities.workspaceSymbolProvider, { resolveProvider: true });
    const [found] = await symbols(client, 'service');
    assert.ok(found);
    assert.deepEqual(found.location, { uri: serviceUri });
    const range = { start: { line: 3, character: 8 }, end: { line: 3, character: 17 } };
    assert.deepEqual((await resolved(client, found)).location, { uri: serviceUri, range });
    // The file is another one meanwhile.
    client.open(serviceUri, '');
    const start = { line: 0, character: 0 };
    assert.deepEqual((await resolved(client, found)).location, { uri: serviceUri, range: { start, end: start } });
    const foreign = { name: 'x', kind: 1, location: { uri: serviceUri }, data: { own: 1 } } as const;
    assert.deepEqual(await resolved(client, foreign), foreign);
    await client.stop();
  });

  it('are at most two hundred, the best first and always the same', async () => {
    const many = Array.from({ length: 300 }, (_, i) => [
      `file:///project/many/${i}.yaml`,
      endpoints.replaceAll('orders-db', `db-${i}`).replace('10.20.0.15', `10.30.${i % 7}.${i % 250}`),
    ]);
    const client = await startIndexed({ files: { ...files, ...Object.fromEntries(many) } });
    const all = await namesOf(client, 'db');
    assert.equal(all.length, 200);
    assert.deepEqual(await namesOf(client, 'db'), all);
    assert.equal((await namesOf(client, 'db-299'))[0], 'Endpoints db-299');
    assert.equal((await namesOf(client, '10.30.')).length, 200);
    assert.deepEqual(await namesOf(client, '10.30.0.0'), ['10.30.0.0']);
    await client.stop();
  });

  it('are none of a folder where symbols are off, and a query must be a text', async () => {
    const client = await startIndexed({ files, capabilities: everyCapability, settings: { symbols: false } });
    assert.deepEqual(await namesOf(client, 'orders'), []);
    assert.deepEqual(await namesOf(client, '10.20.'), []);
    await assert.rejects(
      client.connection.sendRequest('workspace/symbol', { query: 5 }),
      /params.query must be a string, but is 5/,
    );
    await assert.rejects(client.connection.sendRequest('workspaceSymbol/resolve', {}), /params.name must be a string/);
    await client.stop();
  });
});

describe('with a Service in another file', () => {
  it('its port names are proposed', async () => {
    const client = await startIndexed({ files });
    client.open(endpointsUri, endpoints.replace('name: postgres', 'name: '));
    const { items } = await client.ask<CompletionList>('textDocument/completion', endpointsUri, {
      position: { line: 9, character: 14 },
    });
    assert.deepEqual(
      items.map(({ label, detail }) => [label, detail]),
      [['postgres', '5432/TCP · Service in shop/service.yaml']],
    );
    await client.stop();
  });

  it('both say so in a lens', async () => {
    const client = await startIndexed({ files });
    client.open(endpointsUri, endpoints);
    client.open(serviceUri, service);
    const counted = '1 ready × 2 ports = 2 endpoints';
    const mirrored = 'mirrored as 1 EndpointSlice';
    const served = '1 address gets traffic';
    assert.deepEqual(await lenses(client, endpointsUri), [counted, 'Service orders-db', mirrored, served]);
    assert.deepEqual(await lenses(client, serviceUri), ['1 Endpoints', served]);
    client.change(endpointsUri, 2, [{ text: endpoints.replace('orders-db', 'other') }]);
    assert.deepEqual(await lenses(client, serviceUri), ['no Endpoints']);
    await client.stop();
  });

  it('an action adds the missing port there: to the open text, or to the closed file', async () => {
    const client = await startIndexed({ files, capabilities: everyCapability });
    client.open(endpointsUri, endpoints);
    const [closed] = await documentEdits(client);
    assert.deepEqual(closed?.textDocument, { uri: serviceUri, version: null });
    assert.match(editIn(closed).newText, /- name: metrics\n {6}port: 9187/);
    client.open(serviceUri, `# Ours\n${service}`);
    const [open] = await documentEdits(client);
    assert.deepEqual(open?.textDocument, { uri: serviceUri, version: 1 });
    assert.equal(editIn(open).range.start.line, editIn(closed).range.start.line + 1);
    await client.stop();
  });

  it('the action is the fix of the finding, and comes at once for a client that cannot resolve it', async () => {
    const { resolveSupport: _, ...codeAction } = everyCapability.textDocument.codeAction;
    const client = await startIndexed({ files, capabilities: { textDocument: { codeAction } } });
    client.open(endpointsUri, endpoints);
    const action = await actionFor(client);
    assert.equal(action?.kind, 'quickfix');
    assert.deepEqual(
      action.diagnostics?.map(({ code }) => code),
      ['spare-port'],
    );
    assert.deepEqual(Object.keys(action.edit?.changes ?? {}), [serviceUri]);
    await client.stop();
  });
});

/** A client whose server has read all files. */
async function startIndexed(options: ClientOptions): Promise<Client> {
  const client = await startClient(options);
  await client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
  return client;
}

function symbols(client: Client, query: string): Promise<WorkspaceSymbol[]> {
  return client.connection.sendRequest('workspace/symbol', { query });
}

async function namesOf(client: Client, query: string): Promise<string[]> {
  return (await symbols(client, query)).map(({ name }) => name);
}

function resolved(client: Client, symbol: WorkspaceSymbol): Promise<WorkspaceSymbol> {
  return client.connection.sendRequest('workspaceSymbol/resolve', symbol);
}

async function lenses(client: Client, uri: string): Promise<(string | undefined)[]> {
  return (await client.ask<CodeLens[]>('textDocument/codeLens', uri)).map(({ command }) => command?.title);
}

async function actionFor(client: Client): Promise<CodeAction | undefined> {
  const params = { range: nameOfPort, context: { diagnostics: [] } };
  const actions = await client.ask<CodeAction[]>('textDocument/codeAction', endpointsUri, params);
  return actions.find(({ title }) => title === 'Add port "metrics" to the Service');
}

async function documentEdits(client: Client): Promise<TextDocumentEdit[]> {
  const { edit }: CodeAction = await client.connection.sendRequest('codeAction/resolve', await actionFor(client));
  return (edit?.documentChanges ?? []) as TextDocumentEdit[];
}

function editIn({ edits: [edit] }: TextDocumentEdit): TextEdit {
  assert.ok(edit && 'newText' in edit);
  return edit;
}
