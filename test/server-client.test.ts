/** What a client offers beside the protocol (files, pages, a status), and what it turns off, over a stream. */
import assert from 'node:assert/strict';
import type { Diagnostic } from 'vscode-languageserver';
import { switchNames, type Switch } from '../server/src/config/settings.ts';
import { handlers } from '../server/src/lsp/requests/handlers.ts';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client, type ClientOptions } from './support/client.ts';

const uri = 'file:///project/a.yaml';
const text = `apiVersion: v1
kind: Endpoints
metadata:
  name: db # https://example.com
subsets:
  - addresses: &ready
      - ip: 127.0.0.1
    ports: []
  - addresses: *ready
    ports:
      - { port:   0x50, name: web }
---
apiVersion: v1
kind: Service
metadata: { name: db }
spec: { clusterIP: None }
`;
const onAlias = { line: 8, character: 17 };
const onName = { line: 3, character: 9 };
/** Methods that answer at the name of an object. */
const ofNames = ['textDocument/implementation', 'textDocument/prepareTypeHierarchy'];
const params = {
  position: onAlias,
  positions: [onAlias],
  range: { start: { line: 0, character: 0 }, end: { line: 11, character: 0 } },
  context: { diagnostics: [], includeDeclaration: true },
  options: { tabSize: 2, insertSpaces: true },
  newName: 'other',
};

/** A client that reads files for the server, as one of a file system that only it knows. */
function remote(files: Readonly<Record<string, string>>, options: ClientOptions = {}): Promise<Client> {
  return startClient({
    capabilities: { textDocument: { diagnostic: {} }, experimental: { endpoints: { readFile: true } } },
    host: { reaches: () => false, readFile: () => Promise.resolve(undefined) },
    answers: {
      'endpoints/readFile': (asked) => ({ text: files[(asked as { readonly uri: string }).uri] ?? null }),
    },
    ...options,
  });
}

describe('language server: what a client offers', () => {
  it('reads files that only the client can reach', async () => {
    const folder = 'memfs:/project';
    const files = { 'memfs:/project/endpoints.config.yaml': 'severity: {deprecated-endpoints: off}\n' };
    const client = await remote(files, { folder });
    client.open('memfs:/project/a.yaml', text);
    const found = codes(await client.pull('memfs:/project/a.yaml'));
    assert.deepEqual(found, ['absorbed-subset', 'loopback-ip', 'loopback-ip']);
    await client.stop();
  });

  it('lives with a client that offers files and refuses to read them', async () => {
    const client = await remote({}, { refuses: true });
    client.open(uri, text);
    assert.ok(codes(await client.pull(uri)).includes('loopback-ip'));
    assert.match(
      client.logged[0]?.message ?? '',
      /The client rejected endpoints\/readFile for file:\/\/\/project\/endpoints\.config\.yaml/,
    );
    await client.stop();
  });

  it('goes on without files that the client never sends', async () => {
    const client = await remote(
      {},
      {
        answers: { 'endpoints/readFile': () => new Promise(() => {}) },
        host: { reaches: () => false, readFile: () => Promise.resolve(undefined), delay: () => Promise.resolve() },
      },
    );
    client.open(uri, text);
    assert.ok(codes(await client.pull(uri)).includes('loopback-ip'));
    await client.stop();
  });

  it('asks the client for nothing outside of the workspace', async () => {
    const asked: string[] = [];
    const client = await remote(
      {},
      {
        folder: 'vscode-vfs://host/team/shop',
        answers: {
          'endpoints/readFile': (params) => {
            asked.push((params as { readonly uri: string }).uri);
            return { text: null };
          },
        },
      },
    );
    client.open('vscode-vfs://host/team/shop/deep/er/a.yaml', text);
    await client.pull('vscode-vfs://host/team/shop/deep/er/a.yaml');
    assert.ok(asked.includes('vscode-vfs://host/team/shop/deep/kustomization.yaml'));
    assert.deepEqual(
      asked.filter((each) => !each.startsWith('vscode-vfs://host/team/shop/')),
      [],
    );
    await client.stop();
  });

  it('makes no links of what a settings file says, and says everything once', async () => {
    const client = await startClient({
      capabilities: { textDocument: { diagnostic: {} }, workspace: { configuration: true } },
      files: { 'file:///project/endpoints.config.yaml': '"[x](command:workbench.action.quit)": 1\n' },
      settings: { hovr: true },
    });
    client.open(uri, text);
    await client.pull(uri);
    assert.equal(client.shown.length, 2, client.shown.join('\n'));
    assert.match(client.shown[0] ?? '', /There is no setting "\[x\] \(command:/);
    await client.stop();
  });

  it('makes no links and no images of what a text says', async () => {
    const bait = 'a`` ![a](https://example.com/x.png) [b](command:endpoints.explainRule) ``b';
    const client = await startClient({ capabilities: everyCapability });
    client.open(uri, text.replace('name: web', `name: "${bait}"`).replace('name: db', `name: "${bait}"`));
    for (const position of [
      { line: 3, character: 3 },
      { line: 10, character: 25 },
      { line: 4, character: 2 },
    ]) {
      const { contents } = await client.ask<{ contents: { value: string } }>('textDocument/hover', uri, { position });
      const outside = contents.value.replace(/(?<!`)(`+)(?!`).*?[^`]\1(?!`)/g, '');
      assert.doesNotMatch(outside, /\]\((?:https:\/\/example\.com\/x|command)/, contents.value);
    }
    await client.stop();
  });

  it('links to pages where the client shows them, and else where the platform has them', async () => {
    for (const [experimental, link] of [
      [{ endpoints: { rulePage: 'my-pages:/{code}.md' } }, 'my-pages:/loopback-ip.md'],
      [{ endpoints: { rulePage: 5 } }, 'https://example.com/loopback-ip'],
      [undefined, 'https://example.com/loopback-ip'],
    ] as const) {
      const client = await startClient({ capabilities: { textDocument: { diagnostic: {} }, experimental } });
      client.open(uri, text);
      const found = (await client.pull(uri)).find(({ code }) => code === 'loopback-ip');
      assert.equal(found?.codeDescription?.href, link);
      await client.stop();
    }
  });

  it('names the resources of a file and its version, and says when the version changes', async () => {
    const client = await startClient({ capabilities: { experimental: { endpoints: { status: true } } } });
    client.open(uri, `${text}---\napiVersion: v1\nkind: Endpoints\nmetadata:\n  name: {{ .Values.name }}\n`);
    const resources = [
      { type: 'Endpoints', name: 'db' },
      { type: 'Service', name: 'db' },
      { type: 'Endpoints', name: null },
    ];
    assert.deepEqual(await client.ask('endpoints/status', uri), { kubernetesVersion: '1.36', resources });
    assert.deepEqual(client.noticed, []);
    await client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { endpoints: { kubernetesVersion: '1.30' } },
    });
    assert.deepEqual(await client.ask('endpoints/status', uri), {
      kubernetesVersion: '1.30',
      versionSources: ['client'],
      resources,
    });
    assert.deepEqual(
      client.noticed.map(({ method }) => method),
      ['endpoints/didChangeSettings'],
    );
    await client.stop();
  });

  it('takes what the client says of each folder', async () => {
    const other = 'file:///other';
    const workspaceFolders = { workspaceFolders: true, configuration: true };
    const client = await startClient({
      capabilities: { textDocument: { diagnostic: {} }, workspace: workspaceFolders },
      answers: {
        'workspace/configuration': (asked) =>
          (asked as { readonly items: readonly { readonly scopeUri?: string }[] }).items.map(({ scopeUri }) => ({
            severity: scopeUri === other ? { 'loopback-ip': 'off' } : { 'deprecated-endpoints': 'off' },
          })),
      },
    });
    const event = { added: [{ uri: other, name: 'other' }], removed: [] };
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    for (const [each, missing] of [
      [uri, 'deprecated-endpoints'],
      [`${other}/a.yaml`, 'loopback-ip'],
      ['file:///nowhere/a.yaml', 'deprecated-endpoints'],
    ] as const) {
      client.open(each, text);
      const found = codes(await client.pull(each));
      const all = ['absorbed-subset', 'deprecated-endpoints', 'loopback-ip'];
      assert.deepEqual(
        [...new Set(found)].sort(),
        all.filter((code) => code !== missing),
        each,
      );
    }
    await client.stop();
  });
});

describe('language server: folders whose settings change', () => {
  it('is said also where another folder had the same settings before', async () => {
    const files: Record<string, string> = {
      'file:///project/endpoints.config.yaml': 'kubernetesVersion: "1.30"\n',
      'file:///other/endpoints.config.yaml': 'kubernetesVersion: "1.36"\n',
    };
    const experimental = { endpoints: { status: true } };
    const client = await startClient({ files, capabilities: { experimental, workspace: { workspaceFolders: true } } });
    const event = { added: [{ uri: 'file:///other', name: 'other' }], removed: [] };
    await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
    client.open('file:///other/a.yaml', text);
    await client.ask('endpoints/status', 'file:///other/a.yaml');
    client.noticed.length = 0;
    files['file:///other/endpoints.config.yaml'] = 'kubernetesVersion: "1.30"\n';
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: 'file:///other/endpoints.config.yaml', type: 2 }],
    });
    await client.ask('endpoints/status', 'file:///other/a.yaml');
    assert.deepEqual(
      client.noticed.map(({ method }) => method),
      ['endpoints/didChangeSettings'],
    );
    await client.stop();
  });
});

describe('language server: what is turned off', () => {
  // What `apply` turns off is no answer about a text: see server-apply-ways.test.ts. `formatMixed`: server-formatting.test.ts, `readers`: server-readers.test.ts.
  for (const name of switchNames.filter(
    (each) => !each.includes('.') && !['apply', 'formatMixed', 'readers'].includes(each),
  )) {
    it(`${name}: its methods answer when it is on, and say nothing when it is off`, async () => {
      const rows = handlers.filter((row) => row.about === 'text' && row.setting === name);
      assert.ok(rows.length > 0);
      for (const isOn of [true, false]) {
        const client = await startClient({
          capabilities: everyCapability,
          settings: { [name satisfies Switch]: isOn },
        });
        client.open(uri, text);
        for (const row of rows) {
          const position = ofNames.includes(row.method) ? onName : onAlias;
          const answer = await client.ask(row.method, uri, { ...params, position });
          const empty = row.about === 'text' ? row.empty : undefined;
          if (isOn) assert.notDeepEqual(answer, empty, row.method);
          else assert.deepEqual(answer, empty, row.method);
        }
        await client.stop();
      }
    });
  }

  it('diagnostics: none are pushed either', async () => {
    const client = await startClient({ initializationOptions: { diagnostics: false } });
    client.open(uri, text);
    assert.deepEqual(await client.pushed(uri), []);
    await client.stop();
  });
});

function codes(found: readonly Diagnostic[]): readonly unknown[] {
  return found.map(({ code }) => code);
}
