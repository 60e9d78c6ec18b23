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

describe('language server: inlay hints of other files', () => {
  it('are drawn again when the endpoints behind a Service change, once a hint has shown them', async () => {
    const capabilities = { textDocument: { diagnostic: {} }, workspace: { inlayHint: { refreshSupport: true } } };
    let wasAsked = (): void => {};
    const client = await startClient({
      capabilities,
      answers: { 'workspace/inlayHint/refresh': () => (wasAsked(), null) },
    });
    const ported = `${service}spec:\n  ports:\n    - port: 80\n`;
    const backed = `${endpoints}subsets:\n  - addresses: [{ ip: 10.0.0.1 }]\n    ports: [{ port: 8080 }]\n`;
    client.open(serviceUri, ported);
    client.open(endpointsUri, endpoints);
    await client.pull(endpointsUri);
    const count = client.asked.length;
    assert.deepEqual(await hintsIn(client), ['namespace: default', 'TCP', 'http']);
    const asked = new Promise<void>((done) => (wasAsked = done));
    client.change(endpointsUri, 2, [{ text: backed }]);
    await client.pull(serviceUri);
    await asked;
    assert.equal(client.asked.length, count + 1);
    assert.deepEqual(await hintsIn(client), ['namespace: default', 'TCP', 'http', '→ 8080']);
    await client.stop();
  });
});

async function hintsIn(client: Client): Promise<readonly string[]> {
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const hints = await client.ask<readonly { readonly label: string }[]>('textDocument/inlayHint', serviceUri, {
    range,
  });
  return hints.map(({ label }) => label);
}

async function titlesIn(client: Client, uri: string): Promise<readonly string[]> {
  const lenses = await client.ask<readonly { readonly command: { readonly title: string } }[]>(
    'textDocument/codeLens',
    uri,
  );
  return lenses.map(({ command }) => command.title);
}
