/** The language server as a client meets it: over a stream, and once as a process. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic, InitializeResult } from 'vscode-languageserver';
import {
  createMessageConnection,
  ErrorCodes,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-languageserver/node';
import { startClient } from './support/client.ts';
import { startProcess } from './support/server-process.ts';
import { root } from './support/root.ts';

const uri = 'file:///project/a.yaml';
const head = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n';
const broken = `${head}- addresses:\n  - ip: 127.0.0.1\n`;
const quiet = { severity: { 'deprecated-endpoints': 'off' } };
const pulling = {
  textDocument: { diagnostic: { relatedInformation: true }, publishDiagnostics: { relatedInformation: true } },
};

describe('language server', () => {
  it('pushes diagnostics to a client that cannot pull, with code, link, source and range', async () => {
    const client = await startClient({ initializationOptions: quiet });
    client.open(uri, broken);
    await untilPushed(client, (found) => found.length === 1);
    client.change(uri, 2, [{ range: range(6, 8, 6, 17), text: '::1' }]);
    const [found] = await untilPushed(client, (each) => JSON.stringify(each[0]?.message ?? '').startsWith('"::1'));
    assert.deepEqual(
      { ...found, message: '' },
      {
        range: range(6, 8, 6, 11),
        severity: 1,
        code: 'loopback-ip',
        codeDescription: { href: 'https://example.com/loopback-ip' },
        source: 'endpoints',
        message: '',
        data: { enforcedBy: 'server' },
      },
    );
    await client.stop();
  });

  it('answers pulls and then pushes nothing', async () => {
    const client = await startClient({ capabilities: pulling, initializationOptions: quiet });
    client.open(uri, broken);
    assert.deepEqual(codes(await client.pull(uri)), ['loopback-ip']);
    client.change(uri, 2, [{ text: `${head}- addresses:\n  - ip: 10.0.0.1\n` }]);
    assert.deepEqual(await client.pull(uri), []);
    assert.ok(client.initialized.capabilities.diagnosticProvider);
    await client.stop();
  });

  it('tells of the twin in related information, and marks what is deprecated', async () => {
    const client = await startClient({ capabilities: pulling });
    client.open(uri, `${head}- addresses:\n  - ip: 10.0.0.1\n  - ip: 10.0.0.1\n`);
    const found = await client.pull(uri);
    assert.deepEqual(found.find(({ code }) => code === 'deprecated-endpoints')?.tags, [2]);
    const twin = found.find(({ code }) => code === 'duplicate-address');
    assert.deepEqual(twin?.relatedInformation, [
      { location: { uri, range: range(6, 8, 6, 16) }, message: 'The address is first listed here.' },
    ]);
    await client.stop();
  });

  for (const encoding of ['utf-8', 'utf-16', 'utf-32'] as const) {
    it(`counts columns in ${encoding}`, async () => {
      const capabilities = { ...pulling, general: { positionEncodings: [encoding] } };
      const client = await startClient({ capabilities, initializationOptions: quiet });
      assert.equal(client.initialized.capabilities.positionEncoding, encoding);
      const before = '- addresses: [{hostname: "é😀", ip: ';
      client.open(uri, `${head}${before}127.0.0.1}]\n`);
      const loopback = (await client.pull(uri)).find(({ code }) => code === 'loopback-ip');
      const column = { 'utf-8': Buffer.byteLength(before), 'utf-16': before.length, 'utf-32': [...before].length }[
        encoding
      ];
      assert.deepEqual(loopback?.range, range(5, column, 5, column + 9));
      await client.stop();
    });
  }

  it("applies incremental changes in the client's units, one after the other", async () => {
    const client = await startClient({
      capabilities: { ...pulling, general: { positionEncodings: ['utf-8'] } },
      initializationOptions: quiet,
    });
    client.open(uri, `# é😀é\n${head}- addresses:\n  - ip: 10.0.0.1\n`);
    client.change(uri, 2, [
      { range: range(0, 2, 0, 10), text: 'ü' },
      { range: range(7, 8, 7, 16), text: '10.0.0.2 # é' },
      { range: range(7, 8, 7, 16), text: '127.0.0.9' },
    ]);
    const [found] = await client.pull(uri);
    assert.equal(found?.code, 'loopback-ip');
    assert.deepEqual(found?.range, range(7, 8, 7, 17));
    await client.stop();
  });

  it('takes the diagnostics of a closed text away', async () => {
    const client = await startClient({ initializationOptions: quiet });
    client.open(uri, broken);
    await untilPushed(client, (found) => found.length === 1);
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    await untilPushed(client, (found) => found.length === 0);
    await client.stop();
  });

  it('answers "initialize" with little of its code, and starts without Prettier, the table of services, the answers for a cursor, and the engines of conversion and kustomizations', () => {
    const loaded = new Map<string, string>();
    const load = (file: string): void => {
      if (loaded.has(file)) return;
      const source = readFileSync(join(root, 'dist', file), 'utf8');
      loaded.set(file, source);
      // What a chunk imports at once, not what it imports when it is asked.
      for (const match of source.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g)) load(match[1] ?? '');
      for (const [script] of source.matchAll(/chunk-\w+\.cjs\b/g)) load(script);
    };
    const all = (): string => [...loaded.values()].join('\n');
    load('server.js');
    const first = all();
    assert.ok(!first.includes('loopback-ip'), 'a rule');
    assert.ok(first.length < 205_000, `${first.length} characters are loaded before the answer`);
    for (const match of first.matchAll(/\bimport\("\.\/([^"]+)"\)/g)) load(match[1] ?? '');
    const source = all();
    assert.ok(source.includes('loopback-ip'));
    assert.ok(!source.includes('prettier-ignore'));
    assert.ok(!source.includes('World Wide Web HTTP'));
    for (const [topic, words] of [
      ['completion', 'Addresses and ports of the Service that a label names.'],
      ['hover', 'A manager without a name'],
      ['code actions', 'Apply all safe fixes in this file'],
      ['rename', 'so a rename does not change it.'],
      ['why traffic does not arrive', 'gives the Service to another proxy than kube-proxy.'],
      ['answers of DNS', 'names no object. Ask for'],
      ['expectations', 'names no Service. Write NAMESPACE/NAME:PORT'],
      ['readers of Endpoints', 'EndpointSlices have replaced the Endpoints'],
      ['commands', 'print a completion script for a shell'],
    ] as const) {
      assert.ok(!source.includes(words), topic);
    }
    assert.ok(!source.includes('would no longer contain the same endpoints'), 'the engine of conversion');
    assert.ok(!source.includes('has no kustomization file'), 'the engine of kustomizations');
    assert.ok(!source.includes('kubernetesSDConfigs'), 'the search for readers');
    // The reader of Terraform and its rules are a tenth of it.
    assert.ok(source.length < 1_180_000, `${source.length} characters are loaded for the first text`);
  });

  it('answers in order what comes before it is loaded', async () => {
    const { child, connection } = rawProcess();
    const refused = assert.rejects(connection.sendRequest('textDocument/hover', {}), {
      code: ErrorCodes.ServerNotInitialized,
    });
    const hello = { processId: null, rootUri: null, capabilities: {} };
    const greeted = connection.sendRequest<InitializeResult>('initialize', hello);
    await Promise.all([refused, greeted]);
    child.kill();

    const other = rawProcess();
    const first = other.connection.sendRequest<InitializeResult>('initialize', hello);
    const again = assert.rejects(other.connection.sendRequest('initialize', hello), {
      code: ErrorCodes.InvalidRequest,
    });
    void other.connection.sendNotification('initialized', {});
    const textDocument = { uri, languageId: 'yaml', version: 1, text: broken };
    void other.connection.sendNotification('textDocument/didOpen', { textDocument });
    const contentChanges = [{ range: range(3, 8, 3, 10), text: 'changed' }];
    void other.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges,
    });
    const asked = other.connection.sendRequest<{ name: string }[]>('textDocument/documentSymbol', { textDocument });
    const [{ serverInfo, capabilities }, , symbols] = await Promise.all([first, again, asked]);
    assert.deepEqual(capabilities, (await greeted).capabilities);
    assert.equal(serverInfo?.name, 'endpoints-language-server');
    assert.match(symbols[0]?.name ?? '', /changed/);
    other.child.kill();
  });

  it('runs over the standard streams and ends cleanly', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'endpoints-'));
    writeFileSync(join(folder, 'endpoints.config.yaml'), 'severity: {deprecated-endpoints: off}\n');
    const client = await startProcess({ folder: pathToFileURL(folder).href });
    const own = pathToFileURL(join(folder, 'a.yaml')).href;
    try {
      client.open(own, broken);
      const found = await client.pushed(own);
      assert.deepEqual(codes(found), ['loopback-ip']);
      assert.match(found[0]?.codeDescription?.href ?? '', /^file:.*docs\/rules\/loopback-ip\.md$/);
      await client.stop();
      assert.equal(await client.ended, 0);
    } finally {
      client.child.kill();
      rmSync(folder, { recursive: true });
    }
  });
});

/** The built server, to which anything can be said at any time. */
function rawProcess(): { readonly child: ChildProcess; readonly connection: MessageConnection } {
  const child = spawn(process.execPath, [join(root, 'dist/server.js'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest(() => null);
  connection.onNotification(() => {});
  connection.listen();
  return { child, connection };
}

interface Pushing {
  pushed(uri: string): Promise<readonly Diagnostic[]>;
}

/** Waits for the push that fits; settings arrive after the first ones. */
async function untilPushed(
  client: Pushing,
  fits: (found: readonly Diagnostic[]) => boolean,
): Promise<readonly Diagnostic[]> {
  for (;;) {
    const found = await client.pushed(uri);
    if (fits(found)) return found;
  }
}

function codes(found: readonly Diagnostic[]): unknown[] {
  return found.map(({ code }) => code);
}

function range(line: number, character: number, endLine: number, endCharacter: number): Diagnostic['range'] {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}
