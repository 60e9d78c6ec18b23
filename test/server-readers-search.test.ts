/** When and what the language server searches for readers of Endpoints: nothing without hand-written objects, and no more than needed. */
import assert from 'node:assert/strict';
import type { CodeLens, Diagnostic } from 'vscode-languageserver';
import type { FileSearch } from '../server/src/lsp/host.ts';
import { searchFiles } from './support/files.ts';
import {
  endpointsOf,
  monitor,
  readerFiles,
  searchesIn,
  sliceOf,
  startReaders,
  uriOf,
} from './support/reader-session.ts';
import { until, type WorkspaceClient } from './support/workspace-session.ts';

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));
/** Longer than the pause before a search. */
const longPause = 1_200;

const endpointsUri = uriOf('k8s/endpoints.yaml');
const scriptUri = uriOf('scripts/wait.sh');
const monitorUri = uriOf('monitoring/monitor.yaml');

interface Watched {
  readonly client: WorkspaceClient;
  /** The searches of folders for more than manifests. */
  readonly searches: FileSearch[];
}

async function start(files: Record<string, string>, settings: object = {}): Promise<Watched> {
  const searches: FileSearch[] = [];
  const client = await startReaders(files, {
    initializationOptions: settings,
    capabilities: {
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
      textDocument: { publishDiagnostics: { relatedInformation: true } },
    },
    host: {
      search(folder, search) {
        if (search.isOther) searches.push(search);
        return searchFiles(files, folder, search);
      },
    },
  });
  return { client, searches };
}

function codesAt(client: WorkspaceClient, uri: string): readonly unknown[] {
  return (client.published.get(uri) ?? []).map(({ code }) => code);
}

function isWatching(client: WorkspaceClient): boolean {
  return client.asked.some(({ params }) => JSON.stringify(params).includes('endpoints-readers'));
}

describe('language server: the search for readers', () => {
  it('does not start in a workspace without hand-written objects, and starts with the first one', async () => {
    const files = readerFiles();
    delete files[endpointsUri];
    const { client, searches } = await start(files);
    client.open(monitorUri, monitor);
    client.change(monitorUri, 2, [{ text: `${monitor}# Changed\n` }]);
    await pause(longPause);
    assert.equal(searches.length, 0);
    assert.ok(!isWatching(client));
    client.open(endpointsUri, endpointsOf('etcd'));
    await until(() => searchesIn(client) > 0);
    assert.equal(searches.length, 1);
    assert.ok(isWatching(client));
    const lenses = await client.ask<readonly CodeLens[]>('textDocument/codeLens', endpointsUri);
    assert.ok(lenses.some(({ command }) => command?.title === '3 readers'));
    await client.stop();
  });

  it('does not run again for an edit of an unrelated file, and once for several edits', async () => {
    const files = { ...readerFiles(), [uriOf('k8s/slice.yaml')]: sliceOf('etcd') };
    const { client, searches } = await start(files);
    await until(() => searchesIn(client) > 0);
    const goUri = uriOf('main.go');
    const { connection } = client;
    const textDocument = { uri: goUri, languageId: 'go', version: 1, text: files[goUri] ?? '' };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    client.change(goUri, 2, [{ text: 'package main\n\nfunc main() { run() }\n' }]);
    await pause(longPause);
    assert.equal(searchesIn(client), 1);
    client.open(monitorUri, monitor);
    const end = { line: 0, character: 0 };
    for (let version = 2; version < 6; version++)
      client.change(monitorUri, version, [{ range: { start: end, end }, text: '#\n' }]);
    await until(() => searchesIn(client) > 1);
    await pause(longPause);
    assert.equal(searchesIn(client), 2);
    assert.equal(searches.length, 1);
    await client.stop();
  });

  it('takes files that change on the disk, and leaves out what the settings exclude or limit', async () => {
    const big = uriOf('scripts/big.sh');
    const left = uriOf('old/wait.sh');
    const script = readerFiles()[scriptUri] ?? '';
    const files = {
      ...readerFiles(),
      [uriOf('k8s/slice.yaml')]: sliceOf('etcd'),
      [big]: script + '#'.repeat(3_000),
      [left]: script,
      [uriOf('notes.md')]: `\`\`\`sh\n${script}\`\`\`\n`,
    };
    const { client, searches } = await start(files, { exclude: ['old/'], maxFileSize: 2 });
    await until(() => codesAt(client, scriptUri).length > 0);
    assert.deepEqual(codesAt(client, scriptUri), ['kubectl-wait']);
    for (const uri of [big, left, uriOf('notes.md')]) assert.deepEqual(codesAt(client, uri), []);
    files[scriptUri] = '#!/bin/sh\necho done\n';
    const added = uriOf('scripts/added.sh');
    files[added] = script;
    client.watched({ [scriptUri]: 'changed', [added]: 'created' });
    await until(() => codesAt(client, added).length > 0 && codesAt(client, scriptUri).length === 0);
    assert.deepEqual([codesAt(client, added), codesAt(client, scriptUri)], [['kubectl-wait'], []]);
    assert.equal(searches.length, 1);
    await client.stop();
  });

  it('forgets what it found when the last hand-written object goes', async () => {
    const sliceUri = uriOf('k8s/slice.yaml');
    const files = { ...readerFiles(), [sliceUri]: sliceOf('etcd') };
    delete files[endpointsUri];
    const { client } = await start(files);
    await until(() => codesAt(client, scriptUri).length > 0);
    delete files[sliceUri];
    client.watched({ [sliceUri]: 'deleted' });
    await until(() => codesAt(client, scriptUri).length === 0);
    assert.deepEqual(codesAt(client, scriptUri), []);
    await client.stop();
  });

  it('answers requests in between, whatever the texts are', async () => {
    const length = 200_000;
    const hostile = {
      'a.sh': `kubectl get endpoints ${'$('.repeat(length / 2)}`,
      'b.sh': 'kubectl get ep "'.repeat(length / 16),
      'c.tf': `resource "kubernetes_endpoints" "x" {${'{'.repeat(length)}`,
      'd.alloy': `discovery.kubernetes "x" { role = "endpoints" ${'['.repeat(length)}`,
      'e.py': `read_namespaced_endpoints(${'('.repeat(length)}`,
      'f.go': `package main\n// endpoints\n${'`'.repeat(length)}`,
      'g.yaml': `kind: ServiceMonitor\nspec: ${'['.repeat(length / 10)}`,
      'h.json': `{"kind": "ServiceMonitor", "endpoints": ${'{"a":'.repeat(length / 50)}`,
      Makefile: `get:\n\tkubectl get endpoints${' \\\n'.repeat(length / 3)}`,
      'j.yaml': `kind: ServiceMonitor\n${'{{ if endpoints }}\n'.repeat(length / 20)}`,
    };
    const files = { ...readerFiles(), [uriOf('k8s/slice.yaml')]: sliceOf('etcd') };
    for (const [name, text] of Object.entries(hostile)) files[uriOf(`hostile/${name}`)] = text;
    const { client } = await start(files);
    client.open(endpointsUri, files[endpointsUri] ?? '');
    let slowest = 0;
    const end = performance.now() + 60_000;
    while (searchesIn(client) === 0 && performance.now() < end) {
      const since = performance.now();
      await client.ask<readonly Diagnostic[]>('textDocument/foldingRange', endpointsUri);
      slowest = Math.max(slowest, performance.now() - since);
      await pause(5);
    }
    assert.equal(searchesIn(client), 1);
    assert.ok(slowest < 2_000, `A request waited for ${slowest} ms.`);
    await until(() => codesAt(client, scriptUri).length > 0);
    assert.deepEqual(codesAt(client, scriptUri), ['kubectl-wait']);
    await client.stop();
  }).timeout(90_000);
});
