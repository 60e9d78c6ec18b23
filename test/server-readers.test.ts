/** Readers of Endpoints in editors: findings once slices are there, their fixes, and lenses that count them. */
import assert from 'node:assert/strict';
import type { CodeAction, CodeLens, Diagnostic, Location } from 'vscode-languageserver';
import type { ClientOptions } from './support/client.ts';
import {
  endpointsOf,
  monitor,
  operator,
  readerFiles,
  searchesIn,
  sliceOf,
  startReaders,
  uriOf,
} from './support/reader-session.ts';
import { codesIn, pulling, relatedInformation, until, type WorkspaceClient } from './support/workspace-session.ts';

const monitorUri = uriOf('monitoring/monitor.yaml');
const scriptUri = uriOf('scripts/wait.sh');
const sliceUri = uriOf('k8s/slice.yaml');
const endpointsUri = uriOf('k8s/endpoints.yaml');

function readerItemsAt(client: WorkspaceClient, uri: string): readonly Diagnostic[] {
  return (client.published.get(uri) ?? []).filter(({ severity }) => severity === 3);
}

async function lensesAt(client: WorkspaceClient, uri: string): Promise<readonly CodeLens[]> {
  const lenses = await client.ask<readonly CodeLens[]>('textDocument/codeLens', uri);
  return lenses.filter(({ command }) => / readers?$/.test(command?.title ?? ''));
}

function start(files: Record<string, string>, options: ClientOptions = {}): Promise<WorkspaceClient> {
  return startReaders(files, options);
}

/** The client reads no Markdown in messages. */
function textOf(item: { readonly message: unknown } | undefined): string {
  return typeof item?.message === 'string' ? item.message : assert.fail('The finding has no message.');
}

describe('language server: findings of readers', () => {
  it('appear when slices are written beside Endpoints, and go when the reader is mended', async () => {
    const files = readerFiles();
    const client = await start(files);
    await until(() => searchesIn(client) > 0);
    assert.deepEqual(readerItemsAt(client, monitorUri), []);
    client.open(monitorUri, monitor);
    files[sliceUri] = sliceOf('etcd');
    client.watched({ [sliceUri]: 'created' });
    await until(() => readerItemsAt(client, monitorUri).length > 0);
    const [item] = readerItemsAt(client, monitorUri);
    assert.equal(item?.code, 'monitor-inherits');
    assert.equal(item.source, 'endpoints');
    assert.match(
      textOf(item),
      /^EndpointSlices are beside the Endpoints shop\/etcd, which this reads\. ServiceMonitor .*loses shop\/etcd/,
    );
    assert.deepEqual(
      item.relatedInformation?.map(({ location }) => location.uri),
      [endpointsUri],
    );
    client.change(monitorUri, 2, [{ text: monitor.replace('spec:', 'spec:\n  serviceDiscoveryRole: EndpointSlice') }]);
    await until(() => readerItemsAt(client, monitorUri).length === 0);
    assert.deepEqual(readerItemsAt(client, monitorUri), []);
    await client.stop();
  });

  it('are there where slices have replaced the Endpoints, also in files of other languages', async () => {
    const files = { ...readerFiles(), [sliceUri]: sliceOf('etcd') };
    delete files[endpointsUri];
    const client = await start(files);
    await until(() => readerItemsAt(client, scriptUri).length > 0 && readerItemsAt(client, monitorUri).length > 0);
    const [item] = readerItemsAt(client, scriptUri);
    assert.equal(item?.code, 'kubectl-wait');
    assert.match(textOf(item), /^EndpointSlices have replaced the Endpoints shop\/etcd, which this reads\./);
    assert.deepEqual(item.range.start.line, 1);
    assert.deepEqual(
      item.relatedInformation?.map(({ location }) => location.uri),
      [sliceUri],
    );
    await client.stop();
  });

  it('say that a likely reader may read, and take part in pulls of one file and of the workspace', async () => {
    const files = { ...readerFiles(), [sliceUri]: sliceOf('etcd') };
    delete files[uriOf('monitoring/prometheus.yaml')];
    const client = await start(files, {
      capabilities: { ...pulling, workspace: { diagnostics: { refreshSupport: true } } },
    });
    client.open(monitorUri, monitor);
    await until(() => searchesIn(client) > 0);
    const item = (await client.pull(monitorUri)).find(({ code }) => code === 'monitor-inherits');
    assert.match(textOf(item), /which this may read\. .* may lose shop\/etcd/);
    const all = codesIn(await client.pullAll());
    assert.deepEqual(all['scripts/wait.sh'], ['kubectl-wait']);
    assert.deepEqual(all['monitoring/monitor.yaml'], ['monitor-inherits']);
    assert.deepEqual(await client.pullChanges(), []);
    delete files[scriptUri];
    client.watched({ [scriptUri]: 'deleted' });
    let changes: Awaited<ReturnType<WorkspaceClient['pullChanges']>> = [];
    await until(() => searchesIn(client) > 1);
    changes = await client.pullChanges();
    assert.ok(
      changes.some((report) => report.uri === scriptUri && report.kind === 'full' && report.items.length === 0),
    );
    await client.stop();
  });

  it('are a hundred in one file, with a note that there are more', async () => {
    const command = 'kubectl -n shop wait endpoints/etcd --for=jsonpath={.subsets}\n';
    const files = { ...readerFiles(), [sliceUri]: sliceOf('etcd'), [scriptUri]: command.repeat(101) };
    const client = await start(files);
    await until(() => readerItemsAt(client, scriptUri).length > 0);
    const [note, ...items] = readerItemsAt(client, scriptUri);
    assert.equal(
      textOf(note),
      '100 of the 101 readers of Endpoints in this file are shown. Run "endpoints readers" to see them all.',
    );
    assert.equal(items.length, 100);
    await client.stop();
  });

  it('follow the settings "diagnostics" and "readers"', async () => {
    const files = { ...readerFiles(), [sliceUri]: sliceOf('etcd') };
    for (const off of [{ readers: false }, { diagnostics: false, codeLens: false }]) {
      const client = await start(files, { initializationOptions: off });
      await client.ask('textDocument/codeLens', endpointsUri);
      await new Promise((done) => setTimeout(done, 1_000));
      assert.equal(searchesIn(client), 0);
      assert.deepEqual(readerItemsAt(client, monitorUri), []);
      await client.stop();
    }
    const quiet = await start(files, { initializationOptions: { diagnostics: false } });
    quiet.open(endpointsUri, endpointsOf('etcd'));
    await until(() => searchesIn(quiet) > 0);
    assert.deepEqual(readerItemsAt(quiet, monitorUri), []);
    assert.equal((await lensesAt(quiet, endpointsUri)).length, 1);
    await quiet.stop();
  });

  it('are pulled for open programs', async () => {
    const files = { ...readerFiles(), [sliceUri]: sliceOf('etcd') };
    const uri = uriOf('main.go');
    const text = `package main\n\nfunc read() {\n\tclientset.CoreV1().Endpoints("shop").Get(ctx, "etcd", options)\n}\n`;
    files[uri] = text;
    const client = await start(files, { capabilities: pulling });
    const textDocument = { uri, languageId: 'go', version: 1, text };
    await client.connection.sendNotification('textDocument/didOpen', { textDocument });
    await until(() => searchesIn(client) > 0);
    const found = (await client.pull(uri)).map(({ code, range }) => [code, range.start.line]);
    assert.deepEqual(found, [['go-client', 3]]);
    await client.stop();
  });

  it('move with the text until it is searched again', async () => {
    const client = await start({ ...readerFiles(), [sliceUri]: sliceOf('etcd') }, { capabilities: pulling });
    client.open(monitorUri, monitor);
    await until(() => searchesIn(client) > 0);
    const lines = async (): Promise<readonly (number | undefined)[]> =>
      (await client.pull(monitorUri)).filter(({ severity }) => severity === 3).map(({ range }) => range.start.line);
    assert.deepEqual(await lines(), [1]);
    const top = { line: 0, character: 0 };
    client.change(monitorUri, 2, [{ range: { start: top, end: top }, text: '# One\n# Two\n' }]);
    assert.deepEqual(await lines(), [3]);
    const kind = { start: { line: 3, character: 6 }, end: { line: 3, character: 7 } };
    client.change(monitorUri, 3, [{ range: kind, text: 'X' }]);
    assert.deepEqual(await lines(), []);
    await client.stop();
  });
});

const actionCapabilities = {
  ...relatedInformation,
  textDocument: {
    ...relatedInformation.textDocument,
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
  },
};

describe('language server: fixes of readers', () => {
  it('are quick fixes of the searched text, and the finding goes', async () => {
    const files = { ...readerFiles(), [sliceUri]: sliceOf('etcd'), [uriOf('operator.yaml')]: operator('0.90.0') };
    const client = await start(files, { capabilities: actionCapabilities });
    client.open(monitorUri, monitor);
    await until(() => readerItemsAt(client, monitorUri).length > 0);
    const diagnostics = readerItemsAt(client, monitorUri);
    const [item] = diagnostics;
    assert.ok(item);
    const ask = async (): Promise<readonly CodeAction[]> => {
      const actions = await client.ask<readonly CodeAction[]>('textDocument/codeAction', monitorUri, {
        range: item.range,
        context: { diagnostics },
      });
      return actions.filter((action) => action.diagnostics?.some(({ code }) => code === 'monitor-inherits'));
    };
    const [fix, ...others] = await ask();
    assert.deepEqual(others, []);
    assert.equal(fix?.kind, 'quickfix');
    assert.deepEqual(fix.diagnostics, [item]);
    const edits = fix.edit?.changes?.[monitorUri] ?? [];
    assert.match(edits.map(({ newText }) => newText).join(), /serviceDiscoveryRole: EndpointSlice/);
    client.change(
      monitorUri,
      2,
      edits.map(({ range, newText }) => ({ range, text: newText })),
    );
    assert.deepEqual(await ask(), []);
    await until(() => readerItemsAt(client, monitorUri).length === 0);
    assert.deepEqual(readerItemsAt(client, monitorUri), []);
    await client.stop();
  });
});

describe('language server: the lens on readers', () => {
  it('counts the readers of Endpoints, and the command answers with their places', async () => {
    const capabilities = {
      workspace: { codeLens: { refreshSupport: true } },
      experimental: { endpoints: { showPlaces: true } },
    };
    const files = readerFiles();
    const client = await start(files, { capabilities });
    client.open(endpointsUri, files[endpointsUri] ?? '');
    await until(
      () => client.asked.some(({ method }) => method === 'workspace/codeLens/refresh') && searchesIn(client) > 0,
    );
    const [lens] = await lensesAt(client, endpointsUri);
    const place = { uri: endpointsUri, position: { line: 0, character: 0 }, of: 'readers' };
    assert.deepEqual(lens?.command, { title: '3 readers', command: 'endpoints.showPlaces', arguments: [place] });
    const places: readonly Location[] = await client.connection.sendRequest('workspace/executeCommand', {
      command: 'endpoints.showPlaces',
      arguments: [place],
    });
    assert.deepEqual(places.map(({ uri }) => uri).sort(), [monitorUri, uriOf('monitoring/prometheus.yaml'), scriptUri]);
    await client.stop();
  });

  it('has no command for a client that cannot show places, and is absent without readers', async () => {
    const files = { [endpointsUri]: endpointsOf('etcd'), [scriptUri]: readerFiles()[scriptUri] ?? '' };
    const client = await start(files);
    client.open(endpointsUri, files[endpointsUri] ?? '');
    await until(() => searchesIn(client) > 0);
    assert.deepEqual(
      (await lensesAt(client, endpointsUri)).map(({ command }) => command),
      [{ title: '1 reader', command: '' }],
    );
    delete files[scriptUri];
    client.watched({ [scriptUri]: 'deleted' });
    await until(() => searchesIn(client) > 1);
    assert.deepEqual(await lensesAt(client, endpointsUri), []);
    await client.stop();
  });
});
