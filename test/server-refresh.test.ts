/** What a client is asked to draw again when a file says something else of the objects in another one. */
import assert from 'node:assert/strict';
import { startClient, type Client } from './support/client.ts';

const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n';
const endpoints = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: web\n';
const [serviceUri, endpointsUri] = ['file:///project/service.yaml', 'file:///project/endpoints.yaml'] as const;

describe('language server: code lenses of other files', () => {
  it('are drawn again after a change that they show, and not after any other', async () => {
    const capabilities = { textDocument: { diagnostic: {} }, workspace: { codeLens: { refreshSupport: true } } };
    let wasAsked = (): void => {};
    const client = await startClient({
      capabilities,
      answers: { 'workspace/codeLens/refresh': () => (wasAsked(), null) },
    });
    const asked = (): Promise<void> => new Promise((done) => (wasAsked = done));
    const first = asked();
    client.open(serviceUri, service);
    client.open(endpointsUri, endpoints);
    await client.pull(endpointsUri);
    await first;
    assert.deepEqual(await titlesIn(client, endpointsUri), ['no endpoints', 'Service web']);
    const count = client.asked.length;
    client.change(serviceUri, 2, [{ text: `# a comment\n${service}` }]);
    await client.pull(endpointsUri);
    const second = asked();
    client.change(serviceUri, 3, [{ text: service.replace('web', 'shop') }]);
    await client.pull(endpointsUri);
    await second;
    assert.equal(client.asked.length, count + 1);
    assert.deepEqual(await titlesIn(client, endpointsUri), ['no endpoints']);
    await client.stop();
  });
});

async function titlesIn(client: Client, uri: string): Promise<readonly string[]> {
  const lenses = await client.ask<readonly { readonly command: { readonly title: string } }[]>(
    'textDocument/codeLens',
    uri,
  );
  return lenses.map(({ command }) => command.title);
}
