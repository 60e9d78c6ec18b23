/** Call and type hierarchies over a stream: the items of a client are found again after an edit, or have no answer. */
import assert from 'node:assert/strict';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  TypeHierarchyItem,
} from 'vscode-languageserver';
import { startWorkspace } from './support/workspace-session.ts';

const uri = 'file:///project/db.yaml';
const text = `apiVersion: v1
kind: Service
metadata: { name: db }
spec: { ports: [{ name: sql, port: 5432 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: db }
subsets:
  - addresses: [{ ip: 10.20.0.15 }]
    ports: [{ name: sql, port: 5432 }]
`;
const onService = { position: { line: 2, character: 20 } };
const onEndpoints = { position: { line: 7, character: 20 } };

describe('hierarchies', () => {
  it('find items again after an edit, and answer nothing for one that is gone', async () => {
    const client = await startWorkspace({ files: { [uri]: text } });
    client.open(uri, text);
    const [port] = await client.ask<CallHierarchyItem[]>('textDocument/prepareCallHierarchy', uri, onService);
    assert.equal(port?.name, 'db:sql');
    const called = async (item: unknown): Promise<readonly unknown[]> => {
      const found = await client.connection.sendRequest<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', {
        item,
      });
      return found.map(({ to, fromRanges }) => [
        to.name,
        to.detail,
        to.selectionRange.start.line,
        fromRanges[0]?.start,
      ]);
    };
    const served = (line: number): unknown => [
      ['Endpoints db', 'db.yaml, gets traffic', line + 7, { line: line + 3, character: 24 }],
    ];
    assert.deepEqual(await called(port), served(0));
    client.change(uri, 2, [{ text: `# A comment.\n${text}` }]);
    assert.deepEqual(await called(port), served(1));
    client.change(uri, 3, [{ text: text.replace('name: sql, port: 5432 }] }', 'name: web, port: 5432 }] }') }]);
    assert.deepEqual(await called(port), []);
    client.change(uri, 4, [{ text: '' }]);
    assert.deepEqual(await called(port), []);
    for (const item of [{}, null, { data: 3 }, { ...port, data: { uri } }]) assert.deepEqual(await called(item), []);
    await assert.rejects(client.connection.sendRequest('callHierarchy/incomingCalls', null), /params must be/);
    await client.stop();
  });

  it('lead from an address to its Service', async () => {
    const client = await startWorkspace({ files: { [uri]: text } });
    client.open(uri, text);
    const [address] = await client.ask<CallHierarchyItem[]>('textDocument/prepareCallHierarchy', uri, {
      position: { line: 9, character: 26 },
    });
    const names: string[] = [];
    for (let item: CallHierarchyItem | undefined = address; item;) {
      names.push(item.name);
      const found: CallHierarchyIncomingCall[] = await client.connection.sendRequest('callHierarchy/incomingCalls', {
        item,
      });
      item = found[0]?.from;
    }
    assert.deepEqual(names, ['10.20.0.15', 'Endpoints db', 'db:sql']);
    await client.stop();
  });

  it('have no items elsewhere, and none where navigation is off', async () => {
    const client = await startWorkspace({ files: { [uri]: text } });
    client.open(uri, text);
    const prepared = (method: string, at: object): Promise<unknown> => client.ask(method, uri, at);
    const elsewhere = { position: { line: 4, character: 0 } };
    for (const method of ['textDocument/prepareCallHierarchy', 'textDocument/prepareTypeHierarchy'])
      assert.equal(await prepared(method, elsewhere), null);
    const [item] = await client.ask<TypeHierarchyItem[]>('textDocument/prepareTypeHierarchy', uri, onEndpoints);
    assert.deepEqual(await client.connection.sendRequest('typeHierarchy/subtypes', { item }), []);
    await client.stop();
    const off = await startWorkspace({ files: { [uri]: text }, initializationOptions: { navigation: false } });
    off.open(uri, text);
    assert.equal(await off.ask('textDocument/prepareCallHierarchy', uri, onService), null);
    await off.stop();
  });
});
