/** Programs in the server: which are read, when they are read again, and what is left to the servers of their languages. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WorkspaceEdit } from 'vscode-languageserver';
import type { ClientOptions } from './support/client.ts';
import { writeFiles } from './support/process.ts';
import { startProcess } from './support/server-process.ts';
import {
  pulling,
  quiet,
  relatedInformation,
  until,
  workspaceClient,
  type WorkspaceClient,
} from './support/workspace-session.ts';

const nodejs = 'name: shop\nruntime: nodejs\n';
const imported = 'import * as k8s from "@pulumi/kubernetes";\n';

/** An Endpoints on a loopback address, which is an error, or on the given one. */
const program = (ip = '127.0.0.1', name = 'db'): string => `${imported}
new k8s.core.v1.Endpoints("${name}", {
  metadata: { name: "${name}", namespace: "shop" },
  subsets: [{ addresses: [{ ip: "${ip}" }], ports: [{ name: "sql", port: 5432 }] }],
});
`;

const service = `apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop}
spec: {ports: [{name: mysql, port: 5432}]}
`;

describe('language server: programs', function () {
  this.timeout(120_000);
  let folder: string;
  const running: WorkspaceClient[] = [];
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'endpoints-')));
  });
  afterEach(async () => {
    for (const client of running.splice(0)) {
      const bugs = client.logged.filter(({ message }) => message.includes('Internal error'));
      await client.stop();
      assert.deepEqual(bugs, []);
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  const start = async (options: ClientOptions = {}): Promise<WorkspaceClient> => {
    const client = workspaceClient(
      await startProcess({
        folder: pathToFileURL(folder).href,
        capabilities: pulling,
        initializationOptions: quiet,
        ...options,
      }),
    );
    running.push(client);
    return client;
  };
  const codes = async (client: WorkspaceClient): Promise<object> =>
    Object.fromEntries(
      Object.entries(await client.pullAll()).map(([uri, items]) => [
        uri.slice(uriOf('.').length + 1),
        items.map(({ code }) => code),
      ]),
    );
  const wrong = ['loopback-ip'];

  it('are read below a Pulumi.yaml whose runtime fits', async () => {
    writeFiles(folder, {
      'shop/Pulumi.yaml': nodejs,
      'shop/index.ts': program(),
      'shop/lib/a.js': program(),
      'shop/a.py': program(),
      'shop/node_modules/m/index.ts': program(),
      'shop/dist/index.ts': program(),
      'python/Pulumi.yaml': 'name: python\nruntime:\n  name: python\n',
      'python/index.ts': program(),
      'index.ts': program(),
      'beside/Pulumi.yaml': `${nodejs}main: ../app\n`,
      'app/index.ts': program(),
    });
    const client = await start();
    assert.deepEqual(await codes(client), { 'app/index.ts': wrong, 'shop/index.ts': wrong, 'shop/lib/a.js': wrong });
    // A file that only `main` reaches is known after it is closed.
    client.open(uriOf('app/index.ts'), program('10.1.2.3'));
    assert.deepEqual(await codes(client), { 'shop/index.ts': wrong, 'shop/lib/a.js': wrong });
    client.close(uriOf('app/index.ts'));
    assert.deepEqual(await codes(client), { 'app/index.ts': wrong, 'shop/index.ts': wrong, 'shop/lib/a.js': wrong });
  });

  it('are followed on the disk, and so is the runtime', async () => {
    writeFiles(folder, { 'Pulumi.yaml': nodejs, 'index.ts': imported, 'a.py': '' });
    const capabilities = { ...pulling, workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
    const client = await start({ capabilities });
    const change = (files: Readonly<Record<string, string>>, what: 'changed' | 'created' = 'changed'): void => {
      writeFiles(folder, files);
      client.watched(Object.fromEntries(Object.keys(files).map((path) => [uriOf(path), what])));
    };
    assert.deepEqual(await codes(client), {});
    const registered = JSON.stringify(client.asked);
    assert.match(registered, /\*\*\/\*\.\{ts,.*,java\}/);
    change({ 'index.ts': program() });
    assert.deepEqual(await codes(client), { 'index.ts': wrong });
    change({ 'new.mts': program(), 'node_modules/x.ts': program() }, 'created');
    assert.deepEqual(await codes(client), { 'index.ts': wrong, 'new.mts': wrong });
    change({ 'index.ts': imported });
    assert.deepEqual(await codes(client), { 'new.mts': wrong });
    change({ 'Pulumi.yaml': 'name: shop\nruntime: python\n' });
    assert.deepEqual(await codes(client), {});
    change({ 'Pulumi.yaml': nodejs });
    assert.deepEqual(await codes(client), { 'new.mts': wrong });
    rmSync(join(folder, 'Pulumi.yaml'));
    client.watched({ [uriOf('Pulumi.yaml')]: 'deleted' });
    assert.deepEqual(await codes(client), {});
  });

  it('are not watched where no folder has one', async () => {
    writeFiles(folder, { 'Pulumi.yaml': 'name: shop\nruntime: yaml\n', 'index.ts': program() });
    const capabilities = { ...pulling, workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
    const client = await start({ capabilities });
    assert.deepEqual(await codes(client), {});
    assert.doesNotMatch(JSON.stringify(client.asked), /java/);
  });

  for (const [how, capabilities] of Object.entries({ pulls: pulling, 'is pushed to': relatedInformation })) {
    it(`are read when they are open, wherever they are, for a client that ${how}`, async () => {
      const uri = uriOf('src/index.ts');
      const client = await start({ capabilities });
      const found = async (version: number, expected: readonly string[]): Promise<void> => {
        if (how === 'pulls') {
          assert.deepEqual(
            (await client.pull(uri)).map(({ code }) => code),
            expected,
          );
          return;
        }
        const now = (): string => JSON.stringify(client.published.get(uri)?.map(({ code }) => code));
        await until(() => now() === JSON.stringify(expected));
        assert.equal(now(), JSON.stringify(expected), `version ${version}`);
      };
      client.open(uri, program());
      await found(1, wrong);
      client.change(uri, 2, [{ text: program('10.1.2.3') }]);
      await found(2, []);
      const range = { start: { line: 4, character: 33 }, end: { line: 4, character: 41 } };
      client.change(uri, 3, [{ range, text: '127.0.0.1' }]);
      await found(3, wrong);
      client.change(uri, 4, [{ text: `${imported}new k8s.core.v1.Endpoints("db", {` }]);
      await found(4, []);
      client.change(uri, 5, [{ text: program() }]);
      await found(5, wrong);
      client.close(uri);
      if (how === 'pulls') assert.deepEqual(await codes(client), {});
      else await found(6, []);
    });
  }

  it('meet the manifests of the workspace', async () => {
    writeFiles(folder, { 'Pulumi.yaml': nodejs, 'index.ts': program('10.1.2.3'), 'service.yaml': service });
    const client = await start();
    assert.deepEqual(await codes(client), { 'index.ts': ['unmatched-port'] });
    client.open(uriOf('service.yaml'), service.replace('mysql', 'sql'));
    assert.deepEqual(await codes(client), {});
  });

  it('are changed by a renaming in a manifest, also where they are not open', async () => {
    writeFiles(folder, { 'Pulumi.yaml': nodejs, 'index.ts': program('10.1.2.3') });
    const client = await start();
    await codes(client);
    const uri = uriOf('service.yaml');
    client.open(uri, service);
    const renaming = { position: { line: 2, character: 18 }, newName: 'other' };
    const { changes } = await client.ask<WorkspaceEdit>('textDocument/rename', uri, renaming);
    const range = { start: { line: 3, character: 20 }, end: { line: 3, character: 24 } };
    assert.deepEqual(changes?.[uriOf('index.ts')], [{ range, newText: '"other"' }]);
  });

  it('have ignore comments and a status; folds, colours and formatting are left to the server of the language', async () => {
    writeFiles(folder, { 'Pulumi.yaml': nodejs, 'service.yaml': service });
    const codeAction = { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } };
    const client = await start({ capabilities: { textDocument: { diagnostic: {}, codeAction } } });
    const uri = uriOf('index.ts');
    client.open(uri, program());
    const position = { line: 3, character: 12 };
    const range = { start: { line: 0, character: 0 }, end: { line: 6, character: 0 } };
    const params: Readonly<Record<string, object>> = {
      completion: { position },
      prepareRename: { position },
      rename: { position, newName: 'x' },
      foldingRange: {},
      selectionRange: { positions: [position] },
      'semanticTokens/full': {},
      'semanticTokens/range': { range },
      formatting: { options: { tabSize: 2, insertSpaces: true } },
      rangeFormatting: { range, options: { tabSize: 2, insertSpaces: true } },
    };
    for (const [method, more] of Object.entries(params)) {
      const answer: unknown = await client.ask(`textDocument/${method}`, uri, more);
      assert.ok(/^(?:null|\[\]|\{"data":\[\]\})$/.test(JSON.stringify(answer)), `${method}: ${JSON.stringify(answer)}`);
    }
    const context = { diagnostics: await client.pull(uri) };
    const at = { start: { line: 4, character: 35 }, end: { line: 4, character: 35 } };
    const actions = await client.ask<{ title: string }[]>('textDocument/codeAction', uri, { range: at, context });
    const titles = ['Mark 127.0.0.1 as not ready', 'Ignore "loopback-ip" here', 'Ignore "loopback-ip" in this file'];
    assert.deepEqual(
      actions.map(({ title }) => title),
      titles,
    );
    const status = await client.ask<object>('endpoints/status', uri, { position });
    assert.deepEqual(status, { kubernetesVersion: '1.36', resources: [{ type: 'Endpoints', name: 'db' }] });
    const files: unknown = await client.connection.sendRequest('endpoints/files', {});
    assert.deepEqual(files, { uris: [], isWhole: true });
  });

  it('are left out with one line in the log where WebAssembly is forbidden; manifests are checked', async () => {
    writeFiles(folder, {
      'Pulumi.yaml': nodejs,
      'index.ts': program(),
      'a.js': program(),
      'slice.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: UPPER}\n',
    });
    const client = await start({ nodeArguments: ['--no-expose-wasm'] });
    assert.deepEqual(await codes(client), { 'slice.yaml': ['malformed-name'] });
    const uri = uriOf('open.ts');
    client.open(uri, program());
    assert.deepEqual(await client.pull(uri), []);
    const { unread } = await client.ask<{ unread: string }>('endpoints/status', uri);
    assert.match(unread, /WebAssembly/);
    const logged = client.logged.filter(({ message }) => message.includes('WebAssembly'));
    assert.equal(logged.length, 1, JSON.stringify(client.logged));
  });
});
