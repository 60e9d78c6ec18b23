/** The first findings: nothing that the server does by itself makes the client ask again before it has them. */
import assert from 'node:assert/strict';
import { startClient, type Client } from './support/client.ts';

const uri = 'file:///project/db.yaml';
const text =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 127.0.0.1\n';
const capabilities = {
  textDocument: { diagnostic: {} },
  workspace: { configuration: true, diagnostics: { refreshSupport: true } },
};
const refresh = 'workspace/diagnostic/refresh';

function requests({ asked }: Client): readonly string[] {
  return asked.map(({ method }) => method);
}

describe('the first findings', () => {
  it('come before the files of the workspace are read, and before any refresh', async () => {
    const events: string[] = [];
    let release = (): void => {};
    const settings = new Promise<void>((done) => (release = done));
    const client = await startClient({
      capabilities,
      files: { [uri]: text },
      host: {
        search: () => (events.push('search'), undefined),
        // Findings are made with the links to their pages.
        pageUri: () => (events.push('finding'), undefined),
      },
      answers: {
        'workspace/configuration': async () => (await settings, [null, null]),
        [refresh]: () => (events.push('refresh'), null),
      },
    });
    client.open(uri, text);
    const first = client.pull(uri);
    release();
    assert.ok((await first).some(({ code }) => code === 'loopback-ip'));
    await client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
    assert.deepEqual([...new Set(events)], ['finding', 'search', 'refresh']);
    await client.stop();
  });

  it('stay when the settings are sent again, and are checked again when they change', async () => {
    let severity: object = {};
    const client = await startClient({
      capabilities,
      answers: { 'workspace/configuration': () => [{ severity }, { severity }] },
    });
    const resultId = async (): Promise<string> =>
      (await client.ask<{ resultId: string }>('textDocument/diagnostic', uri)).resultId;
    client.open(uri, text);
    const first = await resultId();
    const pause = async (): Promise<void> => {
      await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
      await client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
    };
    await pause();
    assert.equal(await resultId(), first);
    severity = { 'loopback-ip': 'off' };
    await pause();
    assert.notEqual(await resultId(), first);
    assert.ok(requests(client).includes(refresh));
    await client.stop();
  });
});
