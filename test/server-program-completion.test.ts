/** Completion in programs over a stream: with a grammar and without one, at characters and in comments. */
import assert from 'node:assert/strict';
import type { CompletionList } from 'vscode-languageserver';
import { startClient, type Client } from './support/client.ts';
import { startProcess } from './support/server-process.ts';

const character = 2;

/** The labels at `$0`, and what the first one inserts. */
async function labelsIn(
  client: Client,
  uri: string,
  marked: string,
  triggerCharacter?: string,
): Promise<readonly string[]> {
  const [before = '', after = ''] = marked.split('$0');
  client.open(uri, before + after);
  const lines = before.split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const context = triggerCharacter === undefined ? { triggerKind: 1 } : { triggerKind: character, triggerCharacter };
  const list = await client.ask<CompletionList | null>('textDocument/completion', uri, { position, context });
  void client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  return (list?.items ?? []).map(({ label }) => label);
}

const imported = 'import * as k8s from "@pulumi/kubernetes";\n';
const protocols = ['TCP', 'UDP', 'SCTP'];
const quoted = `${imported}new k8s.core.v1.Endpoints("db", { subsets: [{ ports: [{ protocol: "$0" }] }] });\n`;

describe('language server: completion in programs', function () {
  this.timeout(60_000);
  let client: Client;
  afterEach(() => client.stop());

  it('has values where no grammar is loaded and none can be', async () => {
    client = await startProcess({ nodeArguments: ['--no-expose-wasm'] });
    assert.deepEqual(await labelsIn(client, 'file:///a.ts', quoted), protocols);
    const half = quoted.slice(0, quoted.indexOf('$0') + 2);
    assert.deepEqual(await labelsIn(client, 'file:///b.ts', half), protocols);
  });

  it('has names of Services of the workspace', async () => {
    client = await startProcess({});
    const service =
      'apiVersion: v1\nkind: Service\nmetadata: {name: orders}\nspec: {ports: [{name: sql, port: 5432}]}\n';
    client.open('file:///service.yaml', service);
    const named = 'import pulumi_kubernetes as k8s\nk8s.core.v1.Endpoints("db", metadata={"name": "$0"})\n';
    assert.deepEqual(await labelsIn(client, 'file:///a.py', named), ['orders']);
  });

  it('answers a quote and a slash; other characters belong to the server of the language', async () => {
    client = await startClient();
    const uri = 'file:///a.ts';
    assert.deepEqual(await labelsIn(client, uri, quoted, '"'), protocols);
    const open = quoted.replace('"$0"', '$0');
    for (const each of [' ', '.', '{', '[']) assert.deepEqual(await labelsIn(client, uri, open, each), []);
    assert.deepEqual(
      await labelsIn(client, uri, open),
      protocols.map((each) => `"${each}"`),
    );
  });

  it('has the codes of rules in comments of each language, and nothing else in comments and texts', async () => {
    client = await startClient();
    const code = ['loopback-ip'];
    assert.deepEqual(await labelsIn(client, 'file:///a.go', 'package main // endpoints: ignore[loopback$0]\n'), code);
    assert.deepEqual(await labelsIn(client, 'file:///a.cs', '/* endpoints: ignore-file[loopback$0] */\n'), code);
    assert.deepEqual(await labelsIn(client, 'file:///a.py', '# endpoints: ignore[loopback$0]\n'), code);
    assert.deepEqual(await labelsIn(client, 'file:///a.ts', '# endpoints: ignore[loopback$0]\n'), []);
    const inComment = quoted.replace('protocol: "$0"', '/* protocol: "$0" */');
    assert.deepEqual(await labelsIn(client, 'file:///a.ts', inComment), []);
    assert.deepEqual(await labelsIn(client, 'file:///a.ts', quoted.replace('@pulumi', '@acme')), []);
  });

  it('is turned off by the setting', async () => {
    client = await startClient({ initializationOptions: { completion: false } });
    assert.deepEqual(await labelsIn(client, 'file:///a.ts', quoted), []);
  });
});
