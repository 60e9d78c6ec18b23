/** Files whose paths can be spelled in several ways in a URI, over the process of the built server. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver';
import { startProcess } from './support/server-process.ts';
import type { Client } from './support/client.ts';

const text = `apiVersion: v1
kind: Endpoints
metadata:
  name: orders-db
  namespace: shop
subsets:
  - addresses:
      - ip: 10.20.0.15
`;

/** How clients encode a path: VS Code all that they may, others what they must. */
const encodings: Readonly<Record<string, (path: string) => string>> = {
  much: (path) =>
    encodeURI(path).replace(/[!'()*@+,&=]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`),
  little: encodeURI,
};

describe('a file whose URI can be spelled in several ways', () => {
  let folder: string;

  beforeEach(() => {
    folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'spelling-'))), 'C++ (draft)');
    mkdirSync(folder);
    writeFileSync(join(folder, "it's a+b (1).yaml"), text);
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  for (const [amount, encode] of Object.entries(encodings)) {
    it(`is one file to a client that encodes ${amount} and pulls`, async () => {
      const client = await start(encode(folder), { textDocument: { diagnostic: {} } });
      const uri = `file://${encode(join(folder, "it's a+b (1).yaml"))}`;
      client.open(uri, text);
      assert.deepEqual(await reports(client), [`${uri} deprecated-endpoints`]);
      await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
      assert.deepEqual(await reports(client), [`${uri} deprecated-endpoints`]);
      rmSync(join(folder, "it's a+b (1).yaml"));
      const changes = [{ uri, type: 3 }];
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
      assert.deepEqual(await reports(client), []);
      await client.stop();
      await client.ended;
    });

    it(`is one file to a client that encodes ${amount} and is told`, async () => {
      const client = await start(encode(folder), {});
      const published: string[] = [];
      const twice = new Promise<void>((done) => {
        client.connection.onNotification('textDocument/publishDiagnostics', (params: Published) => {
          published.push(`${params.uri} ${params.diagnostics.map(({ code }) => code).join()}`);
          if (params.diagnostics.length === 0) done();
        });
      });
      const uri = `file://${encode(join(folder, "it's a+b (1).yaml"))}`;
      client.open(uri, text);
      await reports(client);
      client.change(uri, 2, [{ text: '' }]);
      await twice;
      assert.deepEqual(
        published.findLast((each) => each.startsWith(`${uri} `)),
        `${uri} `,
        published.join('\n'),
      );
      assert.ok(published.includes(`${uri} deprecated-endpoints`), published.join('\n'));
      assert.ok(!published.join().includes('duplicate-resource'), published.join('\n'));
      await client.stop();
      await client.ended;
    });
  }
});

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly Diagnostic[];
}

function start(path: string, capabilities: unknown): ReturnType<typeof startProcess> {
  return startProcess({ folder: `file://${path}`, capabilities });
}

/** Each file of the workspace that has findings with the codes of its findings, once all files are read. */
async function reports(client: Client): Promise<readonly string[]> {
  const params = { previousResultIds: [] };
  const { items } = await client.connection.sendRequest<{ items: readonly (Published & { items: Diagnostic[] })[] }>(
    'workspace/diagnostic',
    params,
  );
  return items
    .filter((each) => each.items.length > 0)
    .map(({ uri, items }) => `${uri} ${items.map(({ code }) => code).join()}`);
}
