/** workspace/diagnostic: a client that pulls has, after each answer, what there is, and hears of nothing twice. */
import assert from 'node:assert/strict';
import type { Diagnostic } from 'vscode-languageserver';
import { startClient, type Client } from './support/client.ts';

interface Report {
  readonly uri: string;
  readonly resultId: string;
  readonly items: readonly Diagnostic[];
}

const [first, second] = ['file:///project/a.yaml', 'file:///project/b.yaml'];
const wrong = `apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
subsets:
  - addresses:
      - ip: 127.0.0.1
`;
const right = wrong.replace('127.0.0.1', '10.20.0.15');
const settings = { severity: { 'deprecated-endpoints': 'off' } };

describe('workspace/diagnostic', () => {
  it('sends nothing twice, and an empty list for what has nothing any more', async () => {
    const files: Record<string, string> = { [first]: wrong, [second]: right };
    const client = await start(files);
    const pull = puller(client);
    assert.deepEqual(await pull(), [`${first} loopback-ip`]);
    assert.deepEqual(await pull(), []);
    delete files[first];
    await changed(client, first, 3);
    assert.deepEqual(await pull(), [`${first} `]);
    assert.deepEqual(await pull(), []);
    files[first] = wrong;
    await changed(client, first, 1);
    assert.deepEqual(await pull(), [`${first} loopback-ip`]);
    await client.stop();
  });

  it('says what a file has once its text is closed, also where that is nothing', async () => {
    const client = await start({ [first]: right });
    const pull = puller(client);
    for (const uri of [first, 'file:///elsewhere/c.yaml']) {
      client.open(uri, wrong);
      assert.equal((await client.pull(uri)).length, 1);
      await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
      // The client has what the text had, and has not heard of the file otherwise.
      assert.deepEqual(await pull(), [`${uri} `]);
      assert.deepEqual(await pull(), []);
    }
    await client.stop();
  });

  it('says what an open text has, also where that is nothing: an editor may keep it open without showing it', async () => {
    const client = await start({});
    const pull = puller(client);
    client.open(first, wrong);
    assert.equal((await client.pull(first)).length, 1);
    client.change(first, 2, [{ text: right }]);
    assert.deepEqual(await pull(), [`${first} `]);
    assert.deepEqual(await pull(), []);
    await client.stop();
  });

  it('is full after each change of the text, even if the findings are equal: the client has moved what it shows', async () => {
    const client = await start({ [first]: wrong });
    const pull = puller(client);
    const ids = new Set(['of old']);
    const ask = (previousResultId: string): Promise<{ kind: string; resultId: string }> =>
      client.ask('textDocument/diagnostic', first, { previousResultId });
    const assertFull = async (): Promise<void> => {
      assert.deepEqual(await pull(), [`${first} loopback-ip`]);
      assert.deepEqual(await pull(), []);
      let last = '';
      for (const id of ids) {
        const { kind, resultId } = await ask(id);
        assert.equal(kind, 'full');
        last = resultId;
      }
      assert.deepEqual(await ask(last), { kind: 'unchanged', resultId: last });
      ids.add(last);
    };
    assert.deepEqual(await pull(), [`${first} loopback-ip`]);
    client.open(first, wrong);
    await assertFull();
    client.change(first, 2, [{ text: `${wrong}# An afterthought.\n` }]);
    await assertFull();
    client.change(first, 3, [{ text: wrong }]);
    await assertFull();
    // A change of another text is no reason.
    client.open(second, right);
    assert.deepEqual(await pull(), [`${second} `]);
    // The version of a text that is opened again is 1 again.
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: first } });
    client.open(first, wrong);
    await assertFull();
    await client.stop();
  });

  it('says it again to a client whose question was in vain', async () => {
    const client = await start({ [first]: right });
    client.open(first, wrong);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: first } });
    for (let i = 0; i < 2; i++) assert.deepEqual(await puller(client)(), [`${first} `]);
    await client.stop();
  });
});

function start(files: Readonly<Record<string, string>>): Promise<Client> {
  const capabilities = { textDocument: { diagnostic: {} }, workspace: { configuration: true } };
  return startClient({ files, settings, capabilities });
}

function changed(client: Client, uri: string, type: number): Promise<void> {
  return client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });
}

/** Asks as VS Code does: with what it was told last of each file. */
function puller(client: Client): () => Promise<readonly string[]> {
  const known = new Map<string, string>();
  return async () => {
    const previousResultIds = [...known].map(([uri, value]) => ({ uri, value }));
    const { items } = await client.connection.sendRequest<{ items: readonly Report[] }>('workspace/diagnostic', {
      previousResultIds,
    });
    for (const { uri, resultId } of items) known.set(uri, resultId);
    return items.map(({ uri, items }) => `${uri} ${items.map(({ code }) => code).join()}`);
  };
}
