/** Lenses over a stream: the lens on related objects has a command for a client that can show places. */
import assert from 'node:assert/strict';
import type { CodeLens, Location } from 'vscode-languageserver';
import { run } from './support/apply-documents.ts';
import { startClient, type Client } from './support/client.ts';

const capabilities = { experimental: { endpoints: { showPlaces: true } } };
const uriOf = (name: string): string => `file:///project/${name}.yaml`;
const head = 'metadata: { name: orders-db }\n';
const service = `# The Service\napiVersion: v1\nkind: Service\n${head}spec: { ports: [{ port: 80 }] }\n`;
const endpoints = `apiVersion: v1\nkind: Endpoints\n${head}`;
const files = {
  [uriOf('a')]: endpoints,
  [uriOf('b')]: `${endpoints}---
${service}`.replaceAll('orders-db', 'payments'),
  [uriOf('c')]: 'apiVersion: v1\nkind: Service\nmetadata: { name: lonely }\nspec: { ports: [{ port: 80 }] }\n',
};

async function relationLens(client: Client, title: string): Promise<CodeLens['command']> {
  const lenses = await client.ask<readonly CodeLens[]>('textDocument/codeLens', uriOf('service'));
  return lenses.map(({ command }) => command).find((command) => command?.title === title);
}

describe('language server: the lens on related objects', () => {
  it('names the command and the place, and the command answers with the places', async () => {
    const client = await startClient({ capabilities, files });
    client.open(uriOf('service'), service);
    const place = { uri: uriOf('service'), position: { line: 1, character: 0 } };
    assert.deepEqual(await run(client, place, 'endpoints.showPlaces'), [
      { uri: uriOf('a'), range: { start: { line: 2, character: 18 }, end: { line: 2, character: 27 } } },
    ]);
    const command = await relationLens(client, '1 Endpoints');
    assert.deepEqual(command, { title: '1 Endpoints', command: 'endpoints.showPlaces', arguments: [place] });
    const back = { uri: uriOf('a'), position: { line: 0, character: 0 } };
    const services = (await run(client, back, 'endpoints.showPlaces')) as readonly Location[];
    assert.deepEqual(
      services.map(({ uri }) => uri),
      [uriOf('service')],
    );
    await client.stop();
  });

  it('has no command for a client that does not show places', async () => {
    const client = await startClient({ files });
    client.open(uriOf('service'), service);
    await run(client, { uri: uriOf('a'), position: { line: 0, character: 0 } }, 'endpoints.showPlaces');
    assert.equal((await relationLens(client, '1 Endpoints'))?.command, '');
    const { commands = [] } = client.initialized.capabilities.executeCommandProvider ?? {};
    assert.ok(!commands.includes('endpoints.showPlaces'));
    await client.stop();
  });

  it('refuses a place to which nothing belongs', async () => {
    const client = await startClient({ capabilities, files });
    const message = 'Nothing in the workspace belongs to the object at this place.';
    for (const name of ['c', 'none']) {
      const place = { uri: uriOf(name), position: { line: 0, character: 0 } };
      await assert.rejects(run(client, place, 'endpoints.showPlaces'), { message });
    }
    await client.stop();
  });
});
